import type { ReachedLimit } from '../proxy/options.ts';
import { printStatus } from './report-progress.ts';

/**
 * Report once per window that the budget of the site is used up. Limits of single visitors are not reported, because they are
 * routine.
 */
export function createLimitReport(): (reached: ReachedLimit) => void {
  const silentUntil = new Map<string, number>();
  return ({ name, limit, resetAfter }) => {
    const now = performance.now();
    if (!name.startsWith('site-') || now < (silentUntil.get(name) ?? 0)) return;
    silentUntil.set(name, now + resetAfter * 1000);
    printStatus(`the budget is used up: ${name}, ${limit}; anew in ${resetAfter} s`);
  };
}
