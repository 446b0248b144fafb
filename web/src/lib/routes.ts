export type Route =
  | { page: 'start' }
  | { page: 'new'; game: string; mine: string; map?: string }
  | { page: 'table'; token: string }
  | { page: 'replay'; token: string }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'learn'; game: string }
  | { page: 'position'; game: string; position: string; setting: string }
  | { page: 'barracks' }
  | { page: 'shared'; code: string }
  | { page: 'unit'; id: string; squad: string; number: number }
  | { page: 'squad'; id: string }
  | { page: 'print'; id: string }
  | { page: 'maps' }
  | { page: 'sharedMap'; code: string }
  | { page: 'map'; id: string }
  | { page: 'printGame'; game: string; map: string }
  | { page: 'armies' }
  | { page: 'lab' }
  | { page: 'army'; id: string }
  | { page: 'sharedArmy'; text: string; name: string }
  | { page: 'lost' };

/** Which page an address names. */
export function routeOf(path: string, search = '', hash = ''): Route {
  const parts = path.split('/').filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: 'start' };
  if (first === 'barracks') return barracksRoute(parts.slice(1), new URLSearchParams(search));
  if (first === 'maps') return mapsRoute(parts.slice(1), new URLSearchParams(search));
  if (first === 'armies') return armiesRoute(parts.slice(1), new URLSearchParams(search));
  if (first === 'lab' && parts.length === 1) return { page: 'lab' };
  if (parts.length !== 2 || !second) return { page: 'lost' };
  switch (first) {
    case 'new':
      return { page: 'new', game: second, ...brought(new URLSearchParams(search)) };
    case 'print':
      return { page: 'printGame', game: second, map: new URLSearchParams(search).get('map') ?? '' };
    case 'm':
      return { page: 'table', token: second };
    case 'replay':
      return { page: 'replay', token: second };
    case 'rules':
      return { page: 'rules', game: second, clause: decode(hash.replace(/^#/, '')) };
    case 'learn':
      return { page: 'learn', game: second };
    case 'position':
      return { page: 'position', game: second, ...written(search) };
    default:
      return { page: 'lost' };
  }
}

function barracksRoute(parts: string[], asked: URLSearchParams): Route {
  const [kind, id] = parts;
  if (parts.length === 0) {
    const code = asked.get('c')?.trim();
    return code ? { page: 'shared', code } : { page: 'barracks' };
  }
  if (parts.length !== 2 || !id) return { page: 'lost' };
  // A unit is found by its own id, or by its number in a squad.
  const number = Number(asked.get('unit') ?? 0);
  if (kind === 'unit') return { page: 'unit', id, squad: '', number: 0 };
  if (kind === 'squad' && number >= 1) return { page: 'unit', id: '', squad: id, number };
  if (kind === 'squad') return { page: 'squad', id };
  return kind === 'print' ? { page: 'print', id } : { page: 'lost' };
}

function mapsRoute(parts: string[], asked: URLSearchParams): Route {
  const [id] = parts;
  const code = asked.get('c')?.trim();
  if (id === undefined) return code ? { page: 'sharedMap', code } : { page: 'maps' };
  return parts.length === 1 ? { page: 'map', id } : { page: 'lost' };
}

function armiesRoute(parts: string[], asked: URLSearchParams): Route {
  const [id] = parts;
  const text = asked.get('a')?.trim();
  if (id === undefined) return text ? { page: 'sharedArmy', text, name: asked.get('n') ?? '' } : { page: 'armies' };
  return parts.length === 1 ? { page: 'army', id } : { page: 'lost' };
}

/** The squad, the army or the map that a new match is to have. */
function brought(asked: URLSearchParams): { mine: string; map?: string } {
  return { mine: asked.get('mine') ?? '', map: asked.get('map') ?? undefined };
}

/** A position and, as they came, the options that it needs besides. */
function written(search: string): { position: string; setting: string } {
  const asked = new URLSearchParams(search);
  const position = asked.get('p') ?? '';
  asked.delete('p');
  return { position, setting: asked.toString() };
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
  new: (game: string, mine = '') => `/new/${encodeURIComponent(game)}${mine && `?mine=${encodeURIComponent(mine)}`}`,
  table: (token: string) => `/m/${encodeURIComponent(token)}`,
  replay: (token: string) => `/replay/${encodeURIComponent(token)}`,
  rules: (game: string, clause = '') => `/rules/${encodeURIComponent(game)}${clause && `#${encodeURIComponent(clause)}`}`,
  learn: (game: string) => `/learn/${encodeURIComponent(game)}`,
  position: (game: string, position: string, setting = '') =>
    `/position/${encodeURIComponent(game)}?p=${encodeURIComponent(position)}${setting && `&${setting}`}`,
  barracks: () => '/barracks',
  shared: (code: string) => `/barracks?c=${encodeURIComponent(code)}`,
  unit: (id: string) => `/barracks/unit/${encodeURIComponent(id)}`,
  squad: (id: string) => `/barracks/squad/${encodeURIComponent(id)}`,
  squadUnit: (id: string, number: number) => `/barracks/squad/${encodeURIComponent(id)}?unit=${number}`,
  print: (id: string) => `/barracks/print/${encodeURIComponent(id)}`,
  maps: () => '/maps',
  map: (id: string) => `/maps/${encodeURIComponent(id)}`,
  sharedMap: (code: string) => `/maps?c=${encodeURIComponent(code)}`,
  armies: () => '/armies',
  lab: () => '/lab',
  army: (id: string) => `/armies/${encodeURIComponent(id)}`,
  sharedArmy: (text: string, name = '') => `/armies?${new URLSearchParams({ a: text, ...(name && { n: name }) }).toString()}`,
  newOn: (game: string, map: string) => `/new/${encodeURIComponent(game)}?map=${encodeURIComponent(map)}`,
  printGame: (game: string, map = '') => `/print/${encodeURIComponent(game)}${map && `?map=${encodeURIComponent(map)}`}`,
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
