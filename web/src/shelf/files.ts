/** The version of the files that things are kept in, written and read. */
export const VERSION = 1;

export type FileFault = 'notJson' | 'notOurs' | 'newer' | 'broken';

/** A file that cannot be taken in. */
export class FileTrouble extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}

/** What is in a file, if it is one of ours. */
export function opened(text: string, isOurs: (given: Record<string, unknown>) => boolean): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileTrouble('notJson');
  }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  // Another program's file says nothing of our versions.
  if (!isOurs(given)) throw new FileTrouble('notOurs');
  if (typeof given.version === 'number' && given.version > VERSION) throw new FileTrouble('newer');
  return given;
}

/** Every one of a list, as it is read; a file with one that is none is broken. */
export function all<T>(values: unknown, read: (value: unknown) => T | null): T[] {
  if (!Array.isArray(values)) throw new FileTrouble('broken');
  return values.map((value) => {
    const found = read(value);
    if (found === null) throw new FileTrouble('broken');
    return found;
  });
}

/** A name for a file that every system takes. */
export function fileName(name: string, kind: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain || kind}.${kind}.json`;
}
