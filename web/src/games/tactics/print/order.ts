import { ask } from '../../../lib/api';
import type { PRINTED } from '../../../lib/constants';
import type { Language } from '../../../lib/protocol';
import type { Paper } from '../../../print/sheets';

export type Printed = (typeof PRINTED)['tactics'][number];

export interface Order {
  what: Printed[];
  paper: Paper;
  lang: Language;
}

export const printed = async (order: Order) => (await ask('/tactics/print', order)).blob();
