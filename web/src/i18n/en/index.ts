import { gathered } from '../gathered';

export default gathered(
  import.meta.glob('./*.json', { eager: true, import: 'default' }),
  import.meta.glob('../../games/*/locale/en.json', { eager: true, import: 'default' }),
);
