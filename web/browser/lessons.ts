import type { Player } from './player';

/** What is pressed in each lesson of a game until it is learnt. */
const LESSONS: Record<string, string[][]> = {
  tactics: [
    ['square-e2', 'square-e3'],
    ['square-c3', 'square-d4'],
    ['square-c3', 'square-c4', 'square-f3', 'square-f4'],
    ['square-e3', 'square-e4'],
    ['square-e3', 'square-d4'],
    ['square-d3', 'square-d5'],
    ['square-e5', 'square-e7'],
  ],
  escarmouche: [
    ['square-e2', 'square-e4'],
    ['square-c3', 'square-c6'],
    ['square-c3', 'square-c6'],
    ['square-c3', 'square-d4', 'square-c6'],
    ['square-e2', 'ability-charge', 'square-e6', 'square-e5'],
    ['square-d4', 'square-e6', 'square-e5', 'square-e6'],
  ],
};

/** Goes through all lessons of a game, as fast as a finger can: a press waits for no answer to the one before. */
export async function learn(player: Player, game: string): Promise<void> {
  await player.open(`/learn/${game}`);
  for (const [number, presses] of LESSONS[game]!.entries()) {
    await player.page.locator(`[data-testid="lesson-${number + 1}"][data-reached="false"]`).waitFor();
    for (const testid of presses) await player.see(testid).click();
    await player.see('lesson-next').click();
  }
  await player.see('lesson-end').waitFor();
}
