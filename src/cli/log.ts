import { byImportance, isInformation } from '../engine/sections/docs-problem.ts';
import type { StateOutage } from '../service/storage/state-outages.ts';
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
import { toJsonLine } from './terminal-text.ts';
import type { IndexProgress } from '../service/index/index-progress.ts';

/** `json`: one object per line, for programs. `text`: for people. */
export type LogFormat = 'json' | 'text';

/** The log of a running service, on stderr. */
export interface Log {
  /** Hide more secrets from now on. */
  hide(secrets: readonly string[]): void;
  /** Write a line with a level, an event and more fields. */
  write(level: 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void;
  request(entry: RequestEntry): void;
  failure(error: unknown): void;
  outage(outage: StateOutage): void;
  /** Create the listener for the progress of one project. */
  progressOf(domain: string): (progress: IndexProgress) => void;
  /** Called with the progress of the model's download. */
  fetching: (progress: FetchProgress) => void;
}

/** Endpoints that are polled. Their requests are logged only if they fail; 503 is an answer of theirs: not ready. */
const ROUTINE = new Set(['health', 'readiness', 'metrics']);

/**
 * @param secrets never written, not even inside other text: the error of an upstream may contain a key
 * @param sink takes a line; default stderr
 */
export function createLog(
  format: LogFormat,
  secrets: readonly string[],
  sink: (line: string) => void = defaultWrite,
): Log {
  const hidden = new Set<string>();
  const writeLine = (line: string) =>
    sink([...hidden].reduce((text, secret) => text.replaceAll(secret, '[hidden]'), line));

  function hide(more: readonly string[]): void {
    // JSON escapes quotes and backslashes of a secret.
    for (const secret of more) hidden.add(secret).add(JSON.stringify(secret).slice(1, -1));
  }
  hide(secrets);

  function write(...[level, event, fields]: Parameters<Log['write']>): void {
    const time = new Date().toISOString();
    if (format === 'json') writeLine(toJsonLine({ time, level, event, ...fields }).trimEnd());
    // Remove line breaks from untrusted text, so that it cannot forge log lines.
    else
      writeLine(
        `${time} ${level} ${event}: ${Object.values(fields).join(', ')}`.replace(/[\p{Cc}\p{Cf}]+/gu, ' '),
      );
  }

  return {
    hide,
    write,
    request(entry) {
      const { operation, method, status, code, end, seconds } = entry;
      if (isRoutine(entry)) return;
      // 503 is a temporary state and not an error of the program.
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
    outage({ part, failure }) {
      if (failure === null) write('info', 'recovered', { part });
      else write('error', 'outage', { part, error: describeFailure(failure) });
    },
    fetching:
      format === 'text'
        ? createFetchReport(writeLine)
        : watchFetch((progress) => write('info', 'model', { ...progress })),
    progressOf(domain) {
      if (format === 'text') return createProgressReport(domain, writeLine);
      return watchSteps((progress) => write(levelOf(progress), 'index', { domain, ...fieldsOf(progress) }));
    },
  };
}

/** Whether a request is of a program that watches the server; such ask for the head of anything, too. */
function isRoutine({ operation, method, status }: RequestEntry): boolean {
  if (method === 'HEAD' && status === 404) return true;
  return ROUTINE.has(operation ?? '') && (status < 500 || status === 503);
}

function levelOf({ phase, problems }: IndexProgress): 'info' | 'warn' | 'error' {
  if (phase === 'failed') return 'error';
  return problems.every(isInformation) ? 'info' : 'warn';
}

function fieldsOf({ phase, pages, sections, vectors, model, modelNote, problems }: IndexProgress) {
  return {
    phase,
    pages,
    sections,
    vectors,
    problems: problems.filter((problem) => !isInformation(problem)).length,
    model,
    ...(modelNote && { modelNote }),
    firstProblems: byImportance(problems).slice(0, MAX_LISTED_PROBLEMS),
  };
}

/** Maximum number of causes of an error that are written. */
const MAX_CAUSES = 3;

/** Describe an error by its name, message and status, and its causes by what that does not say yet. */
function describeFailure(failure: unknown): string {
  let text = describeError(failure);
  let error = failure;
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    error = error instanceof Error && !isOfModel(error) ? error.cause : null;
    if (!(error instanceof Error)) break;
    if (!text.includes(error.message)) text += `; cause: ${describeError(error)}`;
  }
  return text;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = 'statusCode' in error ? ` (status ${String(error.statusCode)})` : '';
  return isOfModel(error) ? `${error.name}${status}` : `${error.name}: ${error.message}${status}`;
}

/** An error of a language model's server may quote the question, as may its causes. */
function isOfModel({ name }: Error): boolean {
  return name.startsWith('AI_');
}
