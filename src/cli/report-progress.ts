import type { DocsProblem } from '../service/docs/docs-problem.ts';
import type { IndexProgress } from '../service/search/search-engine.ts';

/** Problems that are listed; of the rest only the number is told. */
export const MAX_LISTED_PROBLEMS = 20;
/** Steps, in percent, in which progress is told. */
const STEP = 10;

type ProgressListener = (progress: IndexProgress) => void;

/** Thins progress out: `listener` hears of each phase, and in a phase of each tenth. */
export function watchSteps(listener: ProgressListener): ProgressListener {
  let told = '';
  return (progress) => {
    const { phase } = progress;
    const step = phase === 'ready' || phase === 'failed' ? phase : `${phase} ${percentOf(progress)}`;
    if (step === told) return;
    told = step;
    listener(progress);
  };
}

/** Tells in words how far indexing has come. */
export function createProgressReport(domain: string, say: (line: string) => void = tell): ProgressListener {
  return watchSteps((progress) => {
    const { phase, pages, sections, model, modelNote, problems } = progress;
    if (phase === 'ready') {
      const meaning = model === null ? `search by words only: ${modelNote ?? 'no model'}` : `model ${model}`;
      say(`${domain}: ready, ${pages.total} pages, ${sections} sections, ${meaning}`);
      listProblems(problems, say);
    } else if (phase === 'failed') {
      say(`${domain}: there is no index`);
      listProblems(problems, say);
    } else {
      const { done, total } = workOf(progress);
      say(`${domain}: ${phase} ${percentOf(progress)} % (${done} of ${total})`);
    }
  });
}

/** Progress and complaints go to stderr: stdout is for results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function workOf({ phase, pages, vectors }: IndexProgress): { done: number; total: number } {
  return phase === 'reading' ? pages : vectors;
}

function percentOf(progress: IndexProgress): number {
  const { done, total } = workOf(progress);
  return total === 0 ? 0 : Math.floor((done / total) * (100 / STEP)) * STEP;
}

function listProblems(problems: readonly DocsProblem[], say: (line: string) => void): void {
  for (const { file, message } of problems.slice(0, MAX_LISTED_PROBLEMS)) {
    say(`  ${file === '' ? '' : `${file}: `}${message}`);
  }
  const more = problems.length - MAX_LISTED_PROBLEMS;
  if (more > 0) say(`  and ${more} more`);
}
