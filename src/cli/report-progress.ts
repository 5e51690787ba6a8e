import { byImportance, type DocsProblem } from '../engine/sections/docs-problem.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';
import { cleanLine, cleanText } from './terminal-text.ts';

/** Maximum number of problems that are listed; the rest is counted. */
export const MAX_LISTED_PROBLEMS = 20;
/** Width of a terminal that does not report it. */
const DEFAULT_COLUMNS = 80;
/** Step of printed progress in percent, if lines cannot be overwritten. */
const STEP = 25;
const CLEAR_LINE = '\r\u001b[K';
const MEGABYTE = 1_000_000;

type ProgressListener = (progress: IndexProgress) => void;

/** Progress of the model's download. */
export interface FetchProgress {
  /** Source: a host or a folder. */
  source: string;
  bytes: number;
  total: number;
}

/**
 * Throttle progress: call `listener` for each phase, and in a phase for each quarter. Once an index is in service, reading it
 * again is not reported, only that another one replaces it, or cannot.
 */
export function watchSteps(listener: ProgressListener, isEach = false): ProgressListener {
  let lastStep = '';
  let lastReady = '';
  return (progress) => {
    const { phase, generation, modelNote, problems } = progress;
    if (phase === 'reading' && lastReady !== '') return;
    const failure = problems.find(({ file, code }) => file === '' && code === 'unreadable')?.message;
    const end = [generation, modelNote, failure].join(' ');
    if (phase === 'ready') {
      if (end === lastReady) return;
      lastReady = end;
    }
    const step = phase === 'ready' || phase === 'failed' ? `${phase} ${end}` : stepOf(progress, isEach);
    if (step === lastStep) return;
    lastStep = step;
    listener(progress);
  };
}

/** Print the progress of indexing: on one line that is overwritten in a terminal, else on a few lines. */
export function createProgressReport(
  domain: string,
  print: (line: string) => void = printStatus,
  isTerminal = process.stderr.isTTY,
): ProgressListener {
  const printStep = isTerminal ? showProgress : print;
  return watchSteps((progress) => {
    const { phase, pages, sections, model, modelNote, problems } = progress;
    if (phase === 'ready') {
      const meaning = model === null ? modelNote && `search by words only: ${modelNote}` : `model ${model}`;
      print(
        [`${domain}: ready`, `${pages.total} pages`, `${sections} sections`, meaning]
          .filter(Boolean)
          .join(', '),
      );
      listProblems(problems, print);
    } else if (phase === 'failed') {
      print(`${domain}: there is no index`);
      listProblems(problems, print);
    } else {
      const { done, total } = workOf(progress);
      const { model: name } = progress;
      const means = phase === 'embedding' && name !== null ? ` with ${name}` : '';
      if (total > 0)
        printStep(`${domain}: ${phase}${means} ${percentOf(done, total)} % (${done} of ${total})`);
    }
  }, isTerminal);
}

/** Print the progress of the model's download. */
export function createFetchReport(
  print: (line: string) => void = printStatus,
  isTerminal = process.stderr.isTTY,
): (progress: FetchProgress) => void {
  const printStep = isTerminal ? showProgress : print;
  return watchFetch(({ source, bytes, total }) => {
    const amount = `${Math.round(bytes / MEGABYTE)} of ${Math.round(total / MEGABYTE)} MB`;
    printStep(
      `fetching the model for search by meaning from ${source}: ${amount} (${percentOf(bytes, total)} %)`,
    );
  }, isTerminal);
}

/** Throttle the progress of a download: call `listener` for each quarter, or with `isEach` for each percent. */
export function watchFetch(
  listener: (progress: FetchProgress) => void,
  isEach = false,
): (progress: FetchProgress) => void {
  let lastStep = -1;
  return (progress) => {
    const percent = percentOf(progress.bytes, progress.total);
    const step = isEach ? percent : Math.floor(percent / STEP);
    if (step === lastStep) return;
    lastStep = step;
    listener(progress);
  };
}

/** Overwrite the last line of the terminal. The cursor returns to its beginning, so that the next output replaces it. */
export function showProgress(text: string): void {
  process.stderr.write(
    `${CLEAR_LINE}${cleanLine(text).slice(0, (process.stderr.columns || DEFAULT_COLUMNS) - 1)}\r`,
  );
}

/** Print to stderr, because stdout is for results. */
export function printStatus(line: string): void {
  process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ''}${cleanText(line)}\n`);
}

function stepOf(progress: IndexProgress, isEach: boolean): string {
  const { done, total } = workOf(progress);
  const percent = percentOf(done, total);
  return `${progress.phase} ${isEach ? done : Math.floor(percent / STEP)}`;
}

function workOf({ phase, pages, vectors }: IndexProgress): { done: number; total: number } {
  return phase === 'reading' ? pages : vectors;
}

function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}

function listProblems(found: readonly DocsProblem[], print: (line: string) => void): void {
  const problems = byImportance(found);
  for (const { file, message } of problems.slice(0, MAX_LISTED_PROBLEMS)) {
    print(`  ${file === '' ? '' : `${file}: `}${message}`);
  }
  const more = problems.length - MAX_LISTED_PROBLEMS;
  if (more > 0) print(`  and ${more} more`);
}
