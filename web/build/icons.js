import { createRequire } from 'node:module';

const NAME = 'virtual:icons';
const RESOLVED = `\0${NAME}`;

/**
 * Offers the drawings of pieces and characteristics as a small module: the icon set is megabytes, the games need a dozen of them.
 * @param {Record<string, string>} wanted piece → name in game-icons
 * @returns {import('vite').Plugin}
 */
export function icons(wanted) {
  return {
    name: 'escaramuza-icons',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined;
      const set = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json');
      const paths = Object.entries(wanted).map(([piece, icon]) => {
        const found = set.icons[icon]?.body.match(/ d="([^"]+)"/);
        if (!found) throw new Error(`game-icons has no drawing of one path named ${icon}`);
        return [piece, found[1]];
      });
      return `export default ${JSON.stringify(Object.fromEntries(paths))};`;
    },
  };
}
