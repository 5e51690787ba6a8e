import type { PageRequest } from '../../../protocol/api.ts';
import { readBytes } from '../../../protocol/read-bytes.ts';
import type { AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import type { Site } from '../../../state/storage/storage.ts';
import { pageLink } from '../../shared/links/page-link.ts';
import { cutSection } from '../../shared/page/cut-section.ts';
import type { AssistantContext } from '../context.ts';
import type { AssistantHost } from '../host.ts';

/** Milliseconds until a text must be there. */
const TIMEOUT = 15_000;
/** Maximum length of a path, which is what the proxy lets through. */
const MAX_PATH_LENGTH = 1024;
/** Maximum size of an answer, in bytes. */
const MAX_BYTES = 1_000_000;
/** Maximum number of pages that are kept. */
const MAX_PAGES = 10;
/** Maximum length of what is given of a text, in UTF-16 units: a preview shows less, but has to parse all of it. */
const MAX_TEXT_LENGTH = 4000;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/;

/** What is known of the pages of a site. */
interface KnownPages {
  readonly site: string;
  /** Text by path, as Markdown; empty where there is none. */
  readonly texts: Map<string, string>;
  /** Whether the endpoint gives texts of pages; `null` until it has answered. */
  isOffered: boolean | null;
}

/** Texts of pages that answers name without an excerpt, as the hosted platform gives them: `POST /v1/page/{domain}`. */
export class PageTexts {
  readonly #context: AssistantContext;
  #known: KnownPages = { site: '', texts: new Map(), isOffered: null };

  constructor(context: AssistantContext) {
    this.#context = context;
  }

  /**
   * Read how the page of a source begins, or its section if the source names one. Each page is asked for once. Never rejects.
   *
   * @returns Markdown; empty if there is none
   */
  async read({ path }: AnswerSourceLink, signal: AbortSignal): Promise<string> {
    const { host, site } = this.#context;
    const page = pathOf(path, host);
    if (page === null || host.source || host.quotesIndex || host.missing.length > 0) return '';
    const text = await this.#readPage(site, page, signal);
    const [, id] = /#(.+)$/s.exec(path) ?? [];
    const section = id === undefined ? null : cutSection(text, { id });
    return (section ?? text.replace(FRONT_MATTER, '')).slice(0, MAX_TEXT_LENGTH);
  }

  async #readPage(site: Site, page: string, signal: AbortSignal): Promise<string> {
    const known = this.#knownOf(site);
    const { texts } = known;
    const before = texts.get(page);
    if (before !== undefined || known.isOffered === false) return before ?? '';
    let text: string | null = null;
    try {
      const response = await askFor(site, { path: page, ...groupsOf(this.#context) }, signal);
      if (isMissing(response.status, known)) known.isOffered = false;
      text = response.ok ? readContent(await readBytes(response.body, MAX_BYTES)) : null;
    } catch {
      // The reader has left, and may come back. All else is as no text.
      if (signal.aborted) return '';
    }
    if (text !== null) known.isOffered = true;
    texts.set(page, text ?? '');
    if (texts.size > MAX_PAGES) texts.delete(texts.keys().next().value!);
    return text ?? '';
  }

  #knownOf({ endpoint, domain }: Site): KnownPages {
    const site = JSON.stringify([endpoint, domain]);
    if (this.#known.site !== site) this.#known = { site, texts: new Map(), isOffered: null };
    return this.#known;
  }
}

/** Return the path of a page as the site names it, without query and fragment; `null` for one of another site, and for none. */
function pathOf(path: string, host: AssistantHost): string | null {
  const [page = ''] = path.trim().split(/[?#]/, 1);
  const base = pageLink('.', host)?.href ?? '';
  const own = page.startsWith(base) ? page.slice(base.length) : page;
  return own === '' || own.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(own)
    ? null
    : own;
}

/** Return the groups that the page has given the reader with the newest question. */
function groupsOf({ conversation }: AssistantContext): Pick<PageRequest, 'groups'> {
  const { groups } = conversation.turns.at(-1)?.filter ?? {};
  return { ...(groups && { groups }) };
}

/** Ask as pages ask. Not by the client of the chat: what this would take of it would make each first answer larger. */
function askFor({ endpoint, domain }: Site, body: PageRequest, signal: AbortSignal): Promise<Response> {
  const base = endpoint.trim().replace(/\/+$/, '');
  return fetch(`${base}/v1/page/${encodeURIComponent(domain.trim())}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
  });
}

/** Whether an endpoint gives no texts, as that of our own service. A 404 is that of a page only once another one was read. */
function isMissing(status: number, { isOffered }: KnownPages): boolean {
  return status === 405 || status === 501 || (status === 404 && isOffered === null);
}

/** @throws SyntaxError for what is not JSON */
function readContent(bytes: Uint8Array | null): string | null {
  const value = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as { content?: unknown } | null);
  return typeof value?.content === 'string' ? value.content : null;
}
