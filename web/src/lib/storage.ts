/** Reads what was kept in this browser; private windows and full disks just forget. */
export function recall<T>(key: string, otherwise: T, store: () => Storage = () => localStorage): T {
  try {
    const kept = store().getItem(`escaramuza.${key}`);
    return kept === null ? otherwise : (JSON.parse(kept) as T);
  } catch {
    return otherwise;
  }
}

/** What was kept, as it is written: for those who must tell what is missing from what cannot be read. */
export function written(key: string, store: () => Storage = () => localStorage): string | null {
  try {
    return store().getItem(`escaramuza.${key}`);
  } catch {
    return null;
  }
}

/** Whether it could be kept; most of what is kept nothing depends on. */
export function keep(key: string, value: unknown, store: () => Storage = () => localStorage): boolean {
  try {
    if (value === null) store().removeItem(`escaramuza.${key}`);
    else store().setItem(`escaramuza.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
