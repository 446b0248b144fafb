import { decimal, maybe, percent, say, t } from '../lib/i18n.svelte';
import type { Figure, News } from './types';

/** How far a question is, in words. */
export function farOf(news: News | null, running: boolean): string {
  if (!news) return running ? t('lab.asking') : '';
  const games = t('lab.games', { games: decimal(news.games, 0), count: news.games });
  if (!running) return news.state === 'done' && news.end ? `${games} ${t(`lab.end.${news.end}`)}` : games;
  if (news.state === 'preparing') return t('lab.preparing', { share: percent(news.share) });
  return news.state === 'waiting' ? t('lab.waiting') : t('lab.playing', { games, share: percent(news.share) });
}

/** The value of an option that a figure is about, in the words of the set-up page. */
export const valueOf = (figure: Figure): string => maybe(`choice.${figure.label.en}`) || say(figure.label);

export const optionName = (option: string): string => maybe(`option.${option}`) || option;
