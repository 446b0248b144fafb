import type { components } from './openapi';
import type { Drawing, Look, Option, Scene, Update } from './protocol';

type Schemas = components['schemas'];

/** Which game's scenes, options and looks are told: each has types of its own. */
export type Shape = Scene['shape'];
export type SceneOf<S extends Shape> = Extract<Scene, { shape: S }>;
export type OptionOf<S extends Shape> = Extract<Update, { shape: S }>['legal'][number];
export type LookOf<S extends Look['shape']> = Extract<Look, { shape: S }>;
export type DrawingOf<S extends Shape> = Extract<Drawing, { shape: S }>;
export type Terrain = Schemas['Terrain'];

const isOf = <T extends { shape: Shape }, S extends Shape>(thing: T, shape: S): thing is Extract<T, { shape: S }> => thing.shape === shape;

/** A scene of one game; another one here is a mistake of ours. */
export function sceneOf<S extends Shape>(scene: Scene, shape: S): SceneOf<S> {
  if (!isOf(scene, shape)) throw new TypeError(`a scene of ${scene.shape}, not of ${shape}`);
  return scene;
}

/** A diagram of one game. */
export function drawingOf<S extends Shape>(drawing: Drawing, shape: S): DrawingOf<S> {
  if (!isOf(drawing, shape)) throw new TypeError(`a diagram of ${drawing.shape}, not of ${shape}`);
  return drawing;
}

export function lookOf<S extends Look['shape']>(look: Look | null, shape: S): LookOf<S> | null {
  return look && isOf(look, shape) ? look : null;
}

/** Where an option takes somebody from square to square. */
export const squaresOf = (option: Option): { at: string; to: string } | null =>
  'at' in option && 'to' in option && option.at && option.to ? { at: option.at, to: option.to } : null;

/** The keys of an object that has just those, in its order. */
export const keysOf = <K extends string>(object: Record<K, unknown>): K[] => {
  const isKey = (key: string): key is K => key in object;
  return Object.keys(object).filter(isKey);
};
