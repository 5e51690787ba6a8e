import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from '../read-option.ts';
import type { QuestionReport } from './ask-questions.ts';
import { questionKey } from './question-file.ts';

/** What a run tells of itself; what `--json` prints and `--last` keeps. */
export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  readonly seconds: number;
  /** `null`: there is no last run. */
  readonly difference: RunDifference | null;
  readonly questions: readonly QuestionReport[];
}

/** What is otherwise than in the last run. */
export interface RunDifference {
  /** Questions that passed. */
  readonly broken: readonly string[];
  /** Questions that did not pass, and do now. */
  readonly repaired: readonly string[];
  /** Questions that find, cite or answer something else first, and pass or fail as before. */
  readonly changed: readonly string[];
  /** Questions that were not asked in the last run. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const LastQuestion = z.object({
  question: z.string(),
  version: z.string().nullable(),
  language: z.string().nullable(),
  result: z.enum(['passed', 'failed', 'error', 'skipped']),
  found: z.array(z.string()).readonly().nullable(),
  cited: z.array(z.string()).readonly().nullable(),
  certainty: z.string().nullable(),
});
const LastRun = z.object({ questions: z.array(LastQuestion) });

/** What is kept of a question of the last run. */
type LastQuestion = z.infer<typeof LastQuestion>;

/** Read the report of the last run. @returns `null` when there is none yet. @throws UsageError for another file */
export function readLastRun(file: string): readonly LastQuestion[] | null {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UsageError(`${file} is no report of a run: it cannot be read as JSON.`);
  }
  const { success, data } = LastRun.safeParse(value);
  if (!success)
    throw new UsageError(`${file} is no report of a run. Name another file with --last, or remove it.`);
  return data.questions;
}

/** Compare a run with the last one. */
export function compareRuns(
  last: readonly LastQuestion[],
  questions: readonly QuestionReport[],
): RunDifference {
  const before = new Map(last.map((one) => [questionKey(one), one]));
  const now = new Set(questions.map(questionKey));
  const known = questions.flatMap((one) => {
    const old = before.get(questionKey(one));
    // What is skipped tells nothing.
    return old === undefined || [one, old].some(({ result }) => result === 'skipped') ? [] : [{ one, old }];
  });
  const broken = known.filter(({ one, old }) => old.result === 'passed' && one.result !== 'passed');
  const repaired = known.filter(({ one, old }) => old.result !== 'passed' && one.result === 'passed');
  const changed = known.filter(
    ({ one, old }) =>
      (old.result === 'passed') === (one.result === 'passed') && outcomeOf(one) !== outcomeOf(old),
  );
  const names = (list: typeof known) => list.map(({ one }) => one.question);
  return {
    broken: names(broken),
    repaired: names(repaired),
    changed: names(changed),
    added: questions.filter((one) => !before.has(questionKey(one))).map(({ question }) => question),
    removed: last.filter((one) => !now.has(questionKey(one))).map(({ question }) => question),
  };
}

function outcomeOf({ found, cited, certainty }: Pick<LastQuestion, 'found' | 'cited' | 'certainty'>): string {
  return JSON.stringify([found?.[0] ?? null, cited?.[0] ?? null, certainty]);
}
