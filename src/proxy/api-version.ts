import type { AssistantRequest, DocsFilter, RequestFilter, SearchRequest } from '../protocol/api.ts';
import { liftQuotes } from '../protocol/quoted-question.ts';
import { MAX_CONTEXT_CHARACTERS, MAX_CONTEXT_ITEMS } from '../protocol/requests/read-request.ts';

/** `v1` is the contract of the API and no more. `v2` is the hosted platform, and the service of this project. */
export type ApiVersion = 'v1' | 'v2';

/** Statuses of a server that does not know the address of a question. */
const UNKNOWN_STATUSES = new Set([404, 405, 410, 501]);

/** The version that the upstream speaks. It is the chosen one, until a question to version 2 shows that there is only the first. */
export class UpstreamVersion {
  #version: ApiVersion;
  #isKnown: boolean;
  readonly #onFallback: () => void;

  constructor(version: ApiVersion, onFallback: () => void) {
    this.#version = version;
    this.#isKnown = version === 'v1';
    this.#onFallback = onFallback;
  }

  get current(): ApiVersion {
    return this.#version;
  }

  /** Whether an answer says that the upstream may know version 1 alone. A thread that is not found has the same status. */
  mayBeUnknown({ status, ok }: Response, isAnswer: boolean): boolean {
    return !this.#isKnown && (UNKNOWN_STATUSES.has(status) || (ok && !isAnswer));
  }

  /** Keep the version of a question that was answered. */
  confirm(version: ApiVersion): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    if (version === this.#version) return;
    this.#version = version;
    this.#onFallback();
  }
}

/** Return the body of a question as the version has it. */
export function questionBody(body: AssistantRequest, version: ApiVersion): object {
  if (version === 'v1') {
    const { currentPath: _path, context: _context, filter, ...known } = body;
    return { ...known, ...contractFilter(filter) };
  }
  const { messages, context: given = [], ...rest } = body;
  const asked = messages.at(-1)!;
  const { context: quoted, words } = liftQuotes(asked.content, body.currentPath);
  const context = [...quoted, ...(given ?? [])];
  // What does not fit stays in the text.
  const isLifted =
    context.length <= MAX_CONTEXT_ITEMS &&
    quoted.every(({ value }) => value.length <= MAX_CONTEXT_CHARACTERS);
  const last = isLifted ? { ...asked, parts: [{ type: 'text', text: words }] } : asked;
  const sent = isLifted ? context : (given ?? []);
  return {
    ...rest,
    messages: [...messages.slice(0, -1), last].map(({ id, role, parts }) => ({ id, role, parts })),
    ...(sent.length > 0 && { context: sent }),
  };
}

/** Return the body of a search as the version has it. */
export function searchBody(body: SearchRequest, version: ApiVersion): object {
  if (version === 'v2') return body;
  const { scoreThreshold: _score, filter, ...known } = body;
  return { ...known, ...contractFilter(filter) };
}

function contractFilter(filter: RequestFilter | null | undefined): { filter?: DocsFilter } {
  const { version, language } = filter ?? {};
  const known = { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  return Object.keys(known).length === 0 ? {} : { filter: known };
}
