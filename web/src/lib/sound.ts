import { settings } from './settings.svelte';

/** What can be heard at a table. */
export type Sound = 'place' | 'step' | 'dice' | 'shot' | 'hit' | 'card' | 'turn' | 'victory' | 'defeat';

type Played = (out: AudioContext, at: number) => void;
let context: AudioContext | null = null;

/** A tone that fades; `to` where it glides. */
function tone(out: AudioContext, at: number, from: number, length: number, loud: number, type: OscillatorType = 'sine', to = from): void {
  const source = new OscillatorNode(out, { type, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out.destination);
  source.start(at);
  source.stop(at + length);
}

/** A burst of noise through a band: wood, dice, powder. */
function noise(out: AudioContext, at: number, pitch: number, length: number, loud: number, narrow = 1): void {
  const buffer = new AudioBuffer({ length: Math.ceil(out.sampleRate * length), sampleRate: out.sampleRate });
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i += 1) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3;
  const source = new AudioBufferSourceNode(out, { buffer });
  const band = new BiquadFilterNode(out, { type: 'bandpass', frequency: pitch, Q: narrow });
  source
    .connect(band)
    .connect(new GainNode(out, { gain: loud }))
    .connect(out.destination);
  source.start(at);
}

const SOUNDS: Record<Sound, Played> = {
  place: (out, at) => {
    noise(out, at, 900, 0.07, 0.5, 2);
    tone(out, at, 190, 0.09, 0.16, 'sine', 120);
  },
  step: (out, at) => noise(out, at, 1500, 0.05, 0.22, 3),
  dice: (out, at) =>
    [0, 0.09, 0.16, 0.26, 0.33, 0.47, 0.62].forEach((late, i) => noise(out, at + late, 2200 - i * 130, 0.05, 0.4 - i * 0.03, 5)),
  shot: (out, at) => {
    noise(out, at, 420, 0.32, 0.85, 0.6);
    tone(out, at, 120, 0.2, 0.2, 'triangle', 45);
  },
  hit: (out, at) => {
    noise(out, at, 260, 0.16, 0.7, 1);
    tone(out, at, 150, 0.18, 0.22, 'triangle', 60);
  },
  card: (out, at) => noise(out, at, 3600, 0.11, 0.2, 0.7),
  turn: (out, at) => {
    tone(out, at, 587, 0.22, 0.09);
    tone(out, at + 0.12, 880, 0.34, 0.09);
  },
  victory: (out, at) => [392, 523, 659, 784].forEach((pitch, i) => tone(out, at + i * 0.14, pitch, 0.55, 0.1, 'triangle')),
  defeat: (out, at) => [392, 330, 262].forEach((pitch, i) => tone(out, at + i * 0.2, pitch, 0.6, 0.09, 'triangle')),
};

/** Made on the spot, a few bytes each; silent where sound is off, or the browser waits for a first press. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (context.state === 'running') SOUNDS[sound](context, context.currentTime);
}
