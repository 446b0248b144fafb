import type { components } from '../lib/openapi';

type Schemas = components['schemas'];

export type Info = Schemas['LabInfo'];
export type News = Required<Schemas['LabNews']>;
export type Answer = Schemas['LabAnswer'];
export type Part = Schemas['LabPart'];
export type Figure = Schemas['LabFigure'];
export type Strength = 'random' | 'greedy' | 'search';
/** What is asked of the server; what is left out is as usual there. */
export type Question =
  | (Partial<Schemas['LabFair']> & { kind: 'fair'; game: string })
  | (Partial<Schemas['LabLength']> & { kind: 'length'; game: string })
  | (Partial<Schemas['LabLuck']> & { kind: 'luck'; game: string })
  | (Partial<Schemas['LabRule']> & { kind: 'rule'; game: string; option: string })
  | (Partial<Schemas['LabSquads']> & { kind: 'squads'; squads: unknown[] })
  | (Partial<Schemas['LabField']> & { kind: 'field'; squad: unknown })
  | (Partial<Schemas['LabMap']> & { kind: 'map'; game: string; map: Record<string, unknown> });
export type Kind = Question['kind'];
