import { byImportance, isInformation } from '../service/docs/docs-problem.ts';
import type { RequestEntry } from '../service/http/request-entry.ts';
import {
  createFetchReport,
  createProgressReport,
  MAX_LISTED_PROBLEMS,
  printStatus as defaultWrite,
  watchFetch,
  watchSteps,
  type FetchProgress,
} from './report-progress.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';

/** `json`: one object a line, for machines. `text`: for people. */
export type LogFormat = 'json' | 'text';

/** What a service tells while it runs, on stderr. */
export interface Log {
  /** `level` is that of the line; `fields` stand in it beside `event`. */
  write(level: 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void;
  request(entry: RequestEntry): void;
  failure(error: unknown): void;
  /** Makes the listener for one project. */
  progressOf(domain: string): (progress: IndexProgress) => void;
  /** Called while the model is being fetched. */
  fetching: (progress: FetchProgress) => void;
}

/** Endpoints that machines call all day long: told of only when something is wrong. */
const ROUTINE = new Set(['health', 'readiness', 'metrics']);

/**
 * @param secrets never written, wherever they come from: an upstream may put a key into the text of an error
 * @param sink takes a line; default stderr
 */
export function createLog(
  format: LogFormat,
  secrets: readonly string[],
  sink: (line: string) => void = defaultWrite,
): Log {
  // A quote or a backslash in a secret is written otherwise in JSON.
  const hidden = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const writeLine = (line: string) =>
    sink(hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line));

  function write(...[level, event, fields]: Parameters<Log['write']>): void {
    const time = new Date().toISOString();
    if (format === 'json') writeLine(JSON.stringify({ time, level, event, ...fields }));
    // Text of strangers makes no lines of its own.
    else
      writeLine(`${time} ${level} ${event}: ${Object.values(fields).join(', ')}`.replace(/\p{Cc}+/gu, ' '));
  }

  return {
    write,
    request(entry) {
      const { operation, method, status, code, end, seconds } = entry;
      if (ROUTINE.has(operation ?? '') && status < 500) return;
      // Not being ready yet, or not being able to answer now, is no fault of the program.
      const level = status < 500 ? 'info' : status === 503 ? 'warn' : 'error';
      if (format === 'json') return write(level, 'request', { ...entry });
      const words = [
        operation ?? `${method} nowhere`,
        status,
        code,
        end === 'left' && 'reader left',
        `${seconds} s`,
      ];
      write(level, 'request', { text: words.filter(Boolean).join(' ') });
    },
    failure(error) {
      write('error', 'failure', { error: describeFailure(error) });
    },
    fetching:
      format === 'text'
        ? createFetchReport(writeLine)
        : watchFetch((progress) => write('info', 'model', { ...progress })),
    progressOf(domain) {
      if (format === 'text') return createProgressReport(domain, writeLine);
      return watchSteps(({ phase, pages, sections, vectors, model, modelNote, problems }) => {
        const toRepair = problems.filter((problem) => !isInformation(problem)).length;
        const level = phase === 'failed' ? 'error' : toRepair > 0 ? 'warn' : 'info';
        const counts = { pages, sections, vectors, problems: toRepair };
        const firstProblems = byImportance(problems).slice(0, MAX_LISTED_PROBLEMS);
        write(level, 'index', {
          domain,
          phase,
          ...counts,
          model,
          ...(modelNote && { modelNote }),
          firstProblems,
        });
      });
    },
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What a language model's server says of a question may repeat it.
  if (!error.name.startsWith('AI_')) return `${error.name}: ${error.message}`;
  return 'statusCode' in error ? `${error.name}: status ${String(error.statusCode)}` : error.name;
}
