import type { ReachedLimit } from '../proxy/options.ts';
import { tell } from './report-progress.ts';

/** Report once in each window that the budget of the site is used up. What single visitors use up is no news. */
export function createLimitReport(): (reached: ReachedLimit) => void {
  const toldUntil = new Map<string, number>();
  return ({ name, limit, resetAfter }) => {
    const now = performance.now();
    if (!name.startsWith('site-') || now < (toldUntil.get(name) ?? 0)) return;
    toldUntil.set(name, now + resetAfter * 1000);
    tell(`the budget is used up: ${name}, ${limit}; anew in ${resetAfter} s`);
  };
}
