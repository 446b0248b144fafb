import { ask, json } from '../lib/api';
import type { Language } from '../lib/protocol';
import { plainSquad, plainUnit } from './shape';
import type { Catalogue, PrintOrder, Shared, Squad, SquadVerdict, Unit, UnitVerdict } from './types';

export const catalogue = () => json<Catalogue>('/barracks');
export const judgeUnit = (unit: Unit) => json<UnitVerdict>('/barracks/unit', { unit: plainUnit(unit) });
export const judgeSquad = (squad: Squad) => json<SquadVerdict>('/barracks/squad', { squad: plainSquad(squad) });
export const randomUnit = (rank: string, archetype: string, lang: Language) =>
  json<Unit>('/barracks/random/unit', { rank, archetype, lang });
export const randomSquad = (style: string, lang: Language) => json<Squad>('/barracks/random/squad', { style, lang });
const plainThing = (shared: { unit: Unit } | { squad: Squad }) =>
  'unit' in shared ? { unit: plainUnit(shared.unit) } : { squad: plainSquad(shared.squad) };
/** Codes hold one language of the quotes that come in three. */
export const codeOf = async (shared: { unit: Unit } | { squad: Squad }, lang: Language) =>
  (await json<{ code: string }>('/barracks/code', { ...plainThing(shared), lang })).code;
export const readCode = (code: string) => json<Shared>(`/barracks/code/${encodeURIComponent(code)}`);
export const printed = async (order: PrintOrder) => (await ask('/barracks/print', { ...order, squad: plainSquad(order.squad) })).blob();
