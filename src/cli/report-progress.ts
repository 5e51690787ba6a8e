import type { DocsProblem } from '../service/docs/docs-problem.ts';
import type { IndexProgress } from '../service/search/search-engine.ts';

/** Problems that are listed; of the rest only the number is told. */
const MAX_LISTED_PROBLEMS = 20;
/** Steps, in percent, in which progress is told. */
const STEP = 10;

/** Writes to stderr how far indexing has come: a line for each tenth, and one at the end. */
export function createProgressReport(domain: string): (progress: IndexProgress) => void {
  let told = '';
  return ({ phase, pages, sections, vectors, model, modelNote, problems }) => {
    const work = phase === 'reading' ? pages : vectors;
    const percent = work.total === 0 ? 0 : Math.floor((work.done / work.total) * (100 / STEP)) * STEP;
    const step = phase === 'ready' || phase === 'failed' ? phase : `${phase} ${percent}`;
    if (step === told) return;
    told = step;
    if (phase === 'ready') {
      const meaning = model === null ? `search by words only: ${modelNote ?? 'no model'}` : `model ${model}`;
      tell(`${domain}: ready, ${pages.total} pages, ${sections} sections, ${meaning}`);
      listProblems(problems);
    } else if (phase === 'failed') {
      tell(`${domain}: the documentation could not be read`);
      listProblems(problems);
    } else {
      tell(`${domain}: ${phase} ${percent} % (${work.done} of ${work.total})`);
    }
  };
}

function listProblems(problems: readonly DocsProblem[]): void {
  for (const { file, message } of problems.slice(0, MAX_LISTED_PROBLEMS)) {
    tell(`  ${file === '' ? '' : `${file}: `}${message}`);
  }
  const more = problems.length - MAX_LISTED_PROBLEMS;
  if (more > 0) tell(`  and ${more} more`);
}

/** Progress and complaints go to stderr: stdout is for results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
