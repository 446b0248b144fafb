import { afterEach } from 'vitest';

import { allLeave, portray } from './player';

afterEach(async ({ task }) => {
  try {
    if (task.result?.state === 'fail') await portray(task.name);
  } finally {
    await allLeave();
  }
});
