import type { ServerErrorCode } from '../protocol/failures/server-error.ts';
import { CODE, LONG, RIGHT_TO_LEFT, TABLE, UNKNOWN } from './texts.ts';

/** What the fake answers to a question or a search. */
export interface Scenario {
  /** A word of the question or the search asks for it. */
  readonly name: string;
  /** One line about it, for people. */
  readonly about: string;
  /** The answer, as Markdown. Default: a short one. */
  readonly text?: string;
  /** How well the documentation answers the question, as the metadata of the answer say. Default `high`. */
  readonly certainty?: 'high' | 'low' | 'none';
  /** How many times longer the pauses are. Default 1. */
  readonly pace?: number;
  /** How the answer ends in its middle. A search, which has no middle, then fails as a whole. */
  readonly breaks?: 'cut' | 'error' | 'silence';
  /** What is answered in place of a stream or of results. */
  readonly refusal?: { readonly code: ServerErrorCode; readonly headers?: Readonly<Record<string, string>> };
  /** Whether a gateway's page comes in place of the API. */
  readonly page?: boolean;
}

/** Seconds to wait of the scenario `rate-limited`. */
const RETRY_AFTER_SECONDS = 10;

/** Answer of a request that names no other scenario. */
const DEFAULT_SCENARIO: Scenario = {
  name: 'answer',
  about: 'a short answer with sources and follow-up questions; also when none is named',
};

export const SCENARIOS: readonly Scenario[] = [
  DEFAULT_SCENARIO,
  { name: 'long', about: 'a long answer with headings and lists', text: LONG },
  { name: 'code', about: 'an answer with blocks of code', text: CODE },
  { name: 'table', about: 'an answer with a wide table', text: TABLE },
  { name: 'rtl', about: 'an answer in Hebrew and Arabic, right to left', text: RIGHT_TO_LEFT },
  {
    name: 'unknown',
    about: 'the documentation does not answer; no results',
    text: UNKNOWN,
    certainty: 'none',
  },
  { name: 'empty', about: 'an answer that ends properly without any text; no results', text: '' },
  { name: 'slow', about: 'long pauses between the pieces', pace: 50 },
  { name: 'silent', about: 'an answer that stops in its middle and never ends', breaks: 'silence' },
  { name: 'cut', about: 'the connection breaks in the middle of the answer', breaks: 'cut' },
  { name: 'broken', about: 'an error part in the middle of the answer', breaks: 'error' },
  {
    name: 'rate-limited',
    about: `429, with Retry-After: ${RETRY_AFTER_SECONDS}`,
    refusal: { code: 'rate-limited', headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
  },
  { name: 'unauthorized', about: '401, as for a wrong key', refusal: { code: 'unauthorized' } },
  { name: 'forbidden', about: '403, as for a page that is not allowed', refusal: { code: 'forbidden' } },
  { name: 'not-found', about: '404, as for an unknown domain', refusal: { code: 'not-found' } },
  { name: 'internal', about: '500', refusal: { code: 'internal' } },
  { name: 'unavailable', about: '503, as while a service starts', refusal: { code: 'unavailable' } },
  { name: 'html', about: 'a page of HTML with status 200, as from a gateway', page: true },
];

/** Find a scenario by its name. */
export function findScenario(name: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.name === name);
}

/** Return the scenario that a text asks for: the first of its words that is the name of one, but `answer`, which many questions have. */
function readScenario(text: string): Scenario | undefined {
  const words = text.toLowerCase().match(/[a-z-]+/g) ?? [];
  return words.map(findScenario).find((scenario) => scenario !== undefined && scenario !== DEFAULT_SCENARIO);
}

/** List the scenarios, one a line. */
export function describeScenarios(indent: string): string {
  const width = Math.max(...SCENARIOS.map(({ name }) => name.length));
  return SCENARIOS.map(({ name, about }) => `${indent}${name.padEnd(width)}  ${about}\n`).join('');
}

/** Return the scenario of a request: the named one, else the one that its text asks for, else `fallback`. */
export function chooseScenario(named: string | null, text: string, fallback?: string): Scenario {
  return findScenario(named ?? '') ?? readScenario(text) ?? findScenario(fallback ?? '') ?? DEFAULT_SCENARIO;
}
