// What the start page says, and all pages share.
import page from './page.json';
import people from './people.json';
import shell from './shell.json';

export default { ...page, ...people, ...shell };
