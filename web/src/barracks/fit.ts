// Sizes of texts on a card, in hundredths of its width: as large as there is room for, as the printer does it.

const WIDTH = 87;
/** Between the line below the figures and the lower edge, and what a quote takes of it. */
const HEIGHT = 57;
const QUOTE = 14;
/** An average letter is so wide, a line so high, in sizes of the text. */
const LETTER = 0.52;
const LINE = 1.28;
const SIZES = [5, 4.7, 4.4, 4.1, 3.8, 3.5, 3.2, 2.9];

export function nameSize(name: string): number {
  const letters = [...name].length;
  const line = [7.8, 7.2, 6.7, 6.1, 5.6].find((size) => letters * size * 0.64 <= WIDTH);
  // Longer ones take two lines.
  return line ?? (letters > 30 ? 5 : 5.4);
}

export function textSize(rules: string[], quoted: boolean): number {
  const room = HEIGHT - (quoted ? QUOTE : 0);
  const taken = (size: number) => {
    const lines = rules.map((rule) => 1.1 + Math.ceil((rule.length * size * LETTER) / WIDTH));
    return lines.reduce((sum, count) => sum + count * LINE * size, (rules.length - 1) * 0.5 * size);
  };
  return SIZES.find((size) => taken(size) <= room) ?? SIZES.at(-1)!;
}
