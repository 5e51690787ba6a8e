import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { SearchResult } from '../../protocol/api.ts';
import { RequestFailure } from '../../protocol/failures/failure.ts';
import {
  applyContent,
  createContent,
  endReply,
  type ReplyContent,
} from '../../protocol/reply/reply-content.ts';
import { splitSuggestions } from '../../protocol/reply/suggestions.ts';
import type { AnswerSource, SearchSource } from '../../protocol/sources.ts';
import { decodePath, pageKey } from '../../engine/sections/site-path.ts';
import { occursIn } from './occurs-in.ts';
import type { TestQuestion } from './question-file.ts';

/** What became of a question: a row of the report. */
export interface QuestionReport {
  readonly question: string;
  readonly version: string | null;
  readonly language: string | null;
  /** Line of the file, from 1. */
  readonly line: number;
  /** `error`: there is no whole answer, or no result, because something failed; `skipped`: it needs an answer, and none was asked for. */
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  /** What was expected and is not so, or the error. */
  readonly problems: readonly string[];
  /** Addresses of the results, best first; `null` when nothing was searched. */
  readonly found: readonly string[] | null;
  /** Addresses that the answer cites; `null` when nothing was asked. */
  readonly cited: readonly string[] | null;
  /** `high`, `low` or `none`; `null` where the server does not say. */
  readonly certainty: string | null;
  /** From the question to the end of its answer. */
  readonly seconds: number;
}

/** How questions are asked. */
export interface AskOptions {
  readonly source: SearchSource & AnswerSource;
  /** Whether only results are looked at, so that no answer is paid for. */
  readonly searchOnly: boolean;
  /** Maximum number of questions at the same time. */
  readonly parallel: number;
  /** Milliseconds for the search and for the answer of a question. */
  readonly timeout: number;
  /** Called with each report, in the order in which the answers end. */
  readonly onReport?: (report: QuestionReport) => void;
}

/** Seconds to wait for a server that answers no more questions now. A longer time is an error. */
const MAX_RETRY_SECONDS = 60;
/** How often a question is asked again for that. */
const MAX_RETRIES = 3;
/** Results and sources that a report lists. */
const LISTED = 10;

/**
 * Ask questions, and say what is not as expected. What fails is a report, too.
 *
 * @returns reports in the order of the questions
 * @throws RequestFailure of the first question that is asked, unless it took too long: no other question would fare better
 */
export async function askQuestions(
  questions: readonly TestQuestion[],
  options: AskOptions,
): Promise<QuestionReport[]> {
  const reports: QuestionReport[] = [];
  const waiting = questions.entries();
  const take = async (mustWork = false): Promise<boolean> => {
    const next = waiting.next();
    if (next.done) return false;
    const [at, question] = next.value;
    const report = await askOne(question, options, mustWork);
    reports[at] = report;
    options.onReport?.(report);
    return true;
  };
  const takeAll = async (): Promise<void> => {
    while (await take());
  };
  // The first one alone, so that nothing else is asked where it fails.
  while ((await take(true)) && reports.at(-1)!.result === 'skipped');
  await Promise.all(Array.from({ length: options.parallel }, takeAll));
  return reports;
}

async function askOne(
  question: TestQuestion,
  options: AskOptions,
  mustWork: boolean,
): Promise<QuestionReport> {
  const start = performance.now();
  const { searchOnly } = options;
  const isAnswerExpected = expectsAnswer(question);
  const searches = question.mustFind.length > 0 || (searchOnly && !isAnswerExpected);
  const asks = !searchOnly && (isAnswerExpected || question.mustFind.length === 0);
  const seen: Seen = { found: null, reply: null };
  const problems: string[] = [];
  let result: QuestionReport['result'] = searches || asks ? 'error' : 'skipped';
  try {
    if (searches) seen.found = await search(question, options);
    if (asks) seen.reply = await ask(question, options);
    const error = seen.reply && errorOf(seen.reply);
    if (error) problems.push(error);
    else if (result === 'error') {
      problems.push(...findProblems(question, seen));
      result = problems.length === 0 ? 'passed' : 'failed';
    }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const isLate = error.code === 'aborted' || error.code === 'timeout';
    if (mustWork && !isLate) throw error;
    problems.push(isLate ? `no whole answer in ${options.timeout / 1000} seconds` : error.message);
  }
  const { found, reply } = seen;
  return {
    question: question.question,
    version: question.version ?? null,
    language: question.language ?? null,
    line: question.line,
    result,
    problems,
    found: found && found.slice(0, Math.max(question.top, LISTED)),
    cited: reply && citedBy(reply).slice(0, LISTED),
    certainty: reply && certaintyOf(reply),
    seconds: Math.round(performance.now() - start) / 1000,
  };
}

function expectsAnswer({ mustCite, mustContain, mustNotContain, mustRefuse }: TestQuestion): boolean {
  return mustCite.length + mustContain.length + mustNotContain.length > 0 || mustRefuse;
}

/** What a question brought up. */
interface Seen {
  found: string[] | null;
  reply: ReplyContent | null;
}

/** Return the addresses of the sections that a search finds. @throws RequestFailure */
async function search(question: TestQuestion, { source, timeout }: AskOptions): Promise<string[]> {
  const request = {
    query: question.question,
    pageSize: Math.max(question.top, LISTED),
    filter: filterOf(question),
  };
  const results = await withRetries(() => source.search(request, { signal: AbortSignal.timeout(timeout) }));
  return results.map(addressOfResult);
}

function addressOfResult({ path, metadata }: SearchResult): string {
  return metadata.href ?? (metadata.anchor ? `${path}#${metadata.anchor}` : path);
}

/** Ask a question. @throws RequestFailure for an answer that does not begin */
async function ask(question: TestQuestion, { source, timeout }: AskOptions): Promise<ReplyContent> {
  return withRetries(async () => {
    const reply = createContent();
    const text = question.question;
    const message = {
      id: randomUUID(),
      role: 'user',
      content: text,
      parts: [{ type: 'text', text }],
    } as const;
    const messages = [{ ...message, parts: [...message.parts] }];
    const signal = AbortSignal.timeout(timeout);
    const request = { fp: randomUUID(), messages, filter: filterOf(question) };
    for await (const events of source.answer(request, { signal }))
      for (const event of events) applyContent(reply, event);
    endReply(reply);
    return reply;
  });
}

function filterOf({ version, language }: TestQuestion) {
  return version === undefined && language === undefined
    ? null
    : { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
}

/** Do something again that a server refuses only now, when it says that it may be asked again soon. */
async function withRetries<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const { status, retryAfter } = error as RequestFailure;
      if (!(status === 429 || status === 503) || retryAfter === undefined) throw error;
      if (retryAfter > MAX_RETRY_SECONDS || tries === MAX_RETRIES) throw error;
      await wait(retryAfter * 1000);
    }
  }
}

function errorOf({ status, error }: ReplyContent): string | null {
  if (status === 'done') return null;
  if (error !== null) return error.message;
  return status === 'empty' ? 'The answer is empty.' : 'The answer was cut off.';
}

function certaintyOf({ ledger: { certainty } }: ReplyContent): string | null {
  return typeof certainty === 'string' ? certainty : null;
}

function citedBy({ sources }: ReplyContent): string[] {
  return sources.flatMap(({ url }) => url ?? []);
}

function findProblems(question: TestQuestion, { found, reply }: Seen): string[] {
  const { mustFind, mustCite, mustContain, mustNotContain, mustRefuse, top } = question;
  const problems: string[] = [];
  if (found !== null) {
    const first = found.slice(0, top);
    if (mustFind.length > 0 && !first.some((address) => isOneOf(address, mustFind)))
      problems.push(`expected ${mustFind.join(' or ')} among the first ${top} results; found ${list(first)}`);
    else if (found.length === 0) problems.push('nothing is found');
  }
  if (reply === null) return problems;
  const cited = citedBy(reply);
  const { text } = splitSuggestions(reply.text);
  if (mustCite.length > 0 && !cited.some((address) => isOneOf(address, mustCite)))
    problems.push(`expected ${mustCite.join(' or ')} to be cited; cited ${list(cited)}`);
  const certainty = certaintyOf(reply);
  const missing = mustContain.filter((one) => !occursIn(text, one));
  if (missing.length > 0) problems.push(`the answer does not contain ${missing.map(quote).join(', ')}`);
  const unwanted = mustNotContain.filter((one) => occursIn(text, one));
  if (unwanted.length > 0) problems.push(`the answer contains ${unwanted.map(quote).join(', ')}`);
  if (mustRefuse && !isRefused(certainty, cited))
    problems.push(`expected a refusal, or a mark of uncertainty; the answer cites ${list(cited)}`);
  if (!mustRefuse && mustCite.length + mustContain.length === 0 && certainty === 'none')
    problems.push('the documentation is said not to answer it');
  return problems;
}

/** Whether readers are told that the documentation does not answer. Servers that say no certainty cite nothing then. */
function isRefused(certainty: string | null, cited: readonly string[]): boolean {
  return certainty === null ? cited.length === 0 : certainty !== 'high';
}

/** Whether an address is that of one of the pages or sections. Of a page, each section will do. */
function isOneOf(address: string, wanted: readonly string[]): boolean {
  const [page, anchor] = divide(address);
  return wanted.some((one) => {
    const [wantedPage, wantedAnchor] = divide(one);
    return page === wantedPage && (wantedAnchor === '' || anchor === wantedAnchor);
  });
}

/** Divide an address, in any of its spellings, into page and anchor. */
function divide(address: string): [page: string, anchor: string] {
  const path = URL.parse(address)?.pathname ?? address.replace(/^\.\//, '').replace(/[?#].*$/s, '');
  const anchor = /#(.*)$/s.exec(address)?.[1] ?? '';
  return [pageKey(decodePath(path)), decodePath(anchor)];
}

function list(addresses: readonly string[]): string {
  return addresses.map((address) => address || '/').join(', ') || 'nothing';
}

function quote(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}
