import { armyText, readDivisions } from './army';
import { tidyName } from './shape';

/** The army in a pasted text: itself, or out of a link that shares it; the name is empty where it has none. */
export function pasted(text: string): { name: string; text: string } | null {
  const query = /\?([^#\s]*)/.exec(text)?.[1];
  const asked = new URLSearchParams(query ?? '');
  const divisions = readDivisions(asked.get('a') ?? text.trim());
  if (!divisions || divisions.every((rows) => rows.length === 0)) return null;
  return { name: tidyName(asked.get('n') ?? ''), text: armyText(divisions) };
}
