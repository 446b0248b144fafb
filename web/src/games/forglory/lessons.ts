import type { Lesson } from '../lesson';

export const lessons: Lesson[] = [];
