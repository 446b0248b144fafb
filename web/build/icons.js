import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAME = 'virtual:icons';
const RESOLVED = `\0${NAME}`;
/** Of one game: those that are printed, so that a table has the same; loaded with the game alone. */
const PRINTED = /^virtual:icons\/(\w+)$/;
/** Of Escarmouche's many units those in its picture; the others come with the squads. */
const SQUADS = ['robot-golem', 'astronaut-helmet', 'ray-gun', 'swordman', 'mounted-knight', 'archer'];
const FILE = new URL('../../src/escaramuza/squads/icons.json', import.meta.url);

/**
 * Offers the drawings of pieces and characteristics as a small module: the icon set is megabytes, the games need a dozen of them.
 * @param {Record<string, string>} wanted piece → name in game-icons
 * @returns {import('vite').Plugin}
 */
export function icons(wanted) {
  return {
    name: 'escaramuza-icons',
    resolveId: (id) => (id === NAME || PRINTED.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, game] = PRINTED.exec(id.slice(1)) ?? [];
      if (game) {
        const all = JSON.parse(readFileSync(FILE, 'utf8'));
        const drawings = game === 'escarmouche' ? Object.fromEntries(SQUADS.map((name) => [name, all.units[name]])) : all[game];
        return `export default ${JSON.stringify(drawings)};`;
      }
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
