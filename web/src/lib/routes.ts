export type Route =
  | { page: 'start' }
  | { page: 'new'; game: string }
  | { page: 'table'; token: string }
  | { page: 'replay'; token: string }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'learn'; game: string }
  | { page: 'position'; game: string; position: string }
  | { page: 'lost' };

/** Which page an address names. */
export function routeOf(path: string, search = '', hash = ''): Route {
  const parts = path.split('/').filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: 'start' };
  if (parts.length !== 2 || !second) return { page: 'lost' };
  switch (first) {
    case 'new':
      return { page: 'new', game: second };
    case 'm':
      return { page: 'table', token: second };
    case 'replay':
      return { page: 'replay', token: second };
    case 'rules':
      return { page: 'rules', game: second, clause: decode(hash.replace(/^#/, '')) };
    case 'learn':
      return { page: 'learn', game: second };
    case 'position':
      return { page: 'position', game: second, position: new URLSearchParams(search).get('p') ?? '' };
    default:
      return { page: 'lost' };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const paths = {
  start: () => '/',
  new: (game: string) => `/new/${encodeURIComponent(game)}`,
  table: (token: string) => `/m/${encodeURIComponent(token)}`,
  replay: (token: string) => `/replay/${encodeURIComponent(token)}`,
  rules: (game: string, clause = '') => `/rules/${encodeURIComponent(game)}${clause && `#${encodeURIComponent(clause)}`}`,
  learn: (game: string) => `/learn/${encodeURIComponent(game)}`,
  position: (game: string, position: string) =>
    `/position/${encodeURIComponent(game)}?p=${encodeURIComponent(position)}`,
};

/** The page within this site that a pasted link, or a bare token, leads to; null if it leads nowhere. */
export function pastedPath(text: string, origin: string): string | null {
  const pasted = text.trim();
  if (!pasted) return null;
  if (/^[\w-]{6,}$/.test(pasted)) return paths.table(pasted);
  try {
    const url = new URL(pasted, origin);
    if (!/^https?:$/.test(url.protocol)) return null;
    const path = url.pathname + url.search + url.hash;
    const route = routeOf(url.pathname, url.search, url.hash);
    return route.page === 'lost' || route.page === 'start' ? null : path;
  } catch {
    return null;
  }
}
