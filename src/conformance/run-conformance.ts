import type { Check, Outcome } from './check.ts';
import { JOB_CHECKS } from './job-checks.ts';
import { LIMIT_CHECKS, MESSAGE_CHECKS } from './message-checks.ts';
import { PAGE_CHECKS } from './page-checks.ts';
import { SEARCH_CHECKS } from './search-checks.ts';
import { Target, type TargetOptions } from './target.ts';
import { UPDATE_CHECKS } from './update-checks.ts';

/** A check and what it has found, as a row of the table. */
export interface CheckReport extends Outcome, Pick<Check, 'name' | 'contract' | 'expected'> {}

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...SEARCH_CHECKS,
  ...MESSAGE_CHECKS,
  ...PAGE_CHECKS,
  ...JOB_CHECKS,
  ...UPDATE_CHECKS,
  ...LIMIT_CHECKS,
];

/** Maximum length of a text of what was seen that is kept, in UTF-16 units. */
const MAX_SEEN = 300;

/** Run the checks one after another, and yield each as soon as it has ended. Never throws. */
export async function* runConformance(options: TargetOptions): AsyncGenerator<CheckReport, void> {
  const target = new Target(options);
  const passed = new Set<string>();
  const { isPlatform } = target;
  for (const check of CHECKS.filter(({ isPlatformOnly }) => isPlatform || !isPlatformOnly)) {
    const { name, needs = [] } = check;
    const { contract, expected } = (isPlatform && check.platform) || check;
    const missing = needs.find((needed) => !passed.has(needed));
    const { result, seen } =
      missing === undefined
        ? await check.run(target)
        : { result: 'skipped' as const, seen: `It needs ${missing}, which has not passed.` };
    if (result === 'pass') passed.add(name);
    yield { name, result, contract, expected, seen: hideKeys(seen, options).slice(0, MAX_SEEN) };
  }
}

/** Remove the keys, because a server may answer with what it was sent, and rows end up in the logs of a CI. */
function hideKeys(seen: string, { key, adminKey }: TargetOptions): string {
  const keys = [key, adminKey].filter((one) => one !== null);
  return keys.reduce((text, one) => text.replaceAll(one, '[key]'), seen);
}
