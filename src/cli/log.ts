import { byImportance, isInformation } from '../service/docs/docs-problem.ts';
import type { RequestEntry } from '../service/http/request-entry.ts';
import {
  createFetchReport,
  createProgressReport,
  MAX_LISTED_PROBLEMS,
  tell as writeLine,
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
  tell(level: 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void;
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
 * @param write takes a line; default stderr
 */
export function createLog(
  format: LogFormat,
  secrets: readonly string[],
  write: (line: string) => void = writeLine,
): Log {
  // A quote or a backslash in a secret is written otherwise in JSON.
  const hidden = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const say = (line: string) =>
    write(hidden.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line));

  function tell(...[level, event, fields]: Parameters<Log['tell']>): void {
    const time = new Date().toISOString();
    if (format === 'json') say(JSON.stringify({ time, level, event, ...fields }));
    // Text of strangers makes no lines of its own.
    else say(`${time} ${level} ${event}: ${Object.values(fields).join(', ')}`.replace(/\p{Cc}+/gu, ' '));
  }

  return {
    tell,
    request(entry) {
      const { operation, method, status, code, end, seconds } = entry;
      if (ROUTINE.has(operation ?? '') && status < 500) return;
      // Not being ready yet, or not being able to answer now, is no fault of the program.
      const level = status < 500 ? 'info' : status === 503 ? 'warn' : 'error';
      if (format === 'json') return tell(level, 'request', { ...entry });
      const words = [
        operation ?? `${method} nowhere`,
        status,
        code,
        end === 'left' && 'reader left',
        `${seconds} s`,
      ];
      tell(level, 'request', { text: words.filter(Boolean).join(' ') });
    },
    failure(error) {
      tell('error', 'failure', { error: describeFailure(error) });
    },
    fetching:
      format === 'text'
        ? createFetchReport(say)
        : watchFetch((progress) => tell('info', 'model', { ...progress })),
    progressOf(domain) {
      if (format === 'text') return createProgressReport(domain, say);
      return watchSteps(({ phase, pages, sections, vectors, model, modelNote, problems }) => {
        const toRepair = problems.filter((problem) => !isInformation(problem)).length;
        const level = phase === 'failed' ? 'error' : toRepair > 0 ? 'warn' : 'info';
        const counts = { pages, sections, vectors, problems: toRepair };
        const firstProblems = byImportance(problems).slice(0, MAX_LISTED_PROBLEMS);
        tell(level, 'index', {
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
