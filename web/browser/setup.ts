import { afterEach } from 'vitest';

import { allLeave } from './player';

afterEach(allLeave);
