/** Reads what was kept in this browser; private windows and full disks just forget. */
export function recall<T>(key: string, otherwise: T, store: () => Storage = () => localStorage): T {
  try {
    const kept = store().getItem(`escaramuza.${key}`);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown, store: () => Storage = () => localStorage): void {
  try {
    if (value === null) store().removeItem(`escaramuza.${key}`);
    else store().setItem(`escaramuza.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it being kept.
  }
}
