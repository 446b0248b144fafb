import { afterEach } from 'vitest';

import { allLeave, portray } from './player';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await portray(task.name);
  await allLeave();
});
