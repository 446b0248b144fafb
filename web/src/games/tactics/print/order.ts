import { ask } from '../../../lib/api';
import type { Language } from '../../../lib/protocol';
import type { Paper } from '../../../print/sheets';

export const PRINTED = ['board', 'tokens', 'summary'] as const;
export type Printed = (typeof PRINTED)[number];

export interface Order {
  what: Printed[];
  paper: Paper;
  lang: Language;
}

export const printed = async (order: Order) => (await ask('/tactics/print', order)).blob();
