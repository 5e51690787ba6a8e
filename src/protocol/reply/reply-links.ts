import { asString, isRecord, isString } from '../record.ts';
import type { ReplyContent } from './reply-content.ts';
import { MAX_LINKS } from './reply-limits.ts';

/** What an answer rests on. The path is as the server named it: give it to `resolvePage` before linking to it. */
export interface SourceLink {
  path: string;
  title: string;
  /** How it begins, as Markdown. Not known of every source. */
  excerpt?: string | undefined;
}

/** A follow-up that the reply offers. The target is not checked yet; that of a question is `?ask=` and the question. */
export interface SuggestedLink {
  readonly label: string;
  readonly target: string;
}

/** Maximum length of a path that is looked at. */
const MAX_PATH_LENGTH = 2048;
/** Maximum length of what is kept of a result, in UTF-16 units. */
const MAX_EXCERPT_LENGTH = 400;
/** Maximum length of a title or label; longer ones are cut. */
export const MAX_TITLE_LENGTH = 300;

/** The part of a search result that is kept, because a result may hold a whole page. */
export interface ResultLink extends SourceLink {
  /** Address of the section, where the path is only that of its page. */
  href?: string | undefined;
}

/**
 * List what a reply rests on, in the order in which marks such as `[1]` count: its source parts and citations, each
 * section once, then the other pages that its tools found. At most {@link MAX_LINKS}.
 */
export function readReplySources(reply: Pick<ReplyContent, 'sources' | 'toolCalls'>): SourceLink[] {
  const findings = reply.toolCalls.flatMap(({ output }) => readFindings(output));
  const excerptOf = (key: string): string | undefined =>
    findings.find(({ path, href }) => addressKey(href ?? path) === key)?.excerpt;
  const links: SourceLink[] = [];
  const known = new Set<string>();
  const add = ({ path, title }: SourceLink, key: string): void => {
    if (path.length > MAX_PATH_LENGTH || links.length >= MAX_LINKS || known.has(key)) return;
    known.add(key).add(pageKey(path));
    const excerpt = excerptOf(addressKey(path)) ?? findings.find((one) => pageKey(one.path) === key)?.excerpt;
    links.push({ path, title: title.slice(0, MAX_TITLE_LENGTH), ...(excerpt !== undefined && { excerpt }) });
  };
  for (const { url, title } of reply.sources)
    if (url) add({ path: url, title: title?.trim() || url }, addressKey(url));
  for (const finding of findings) add(finding, pageKey(finding.path));
  return links;
}

/** Read what a tool found, from its output or from what this made of it before. */
export function readFindings(output: unknown): ResultLink[] {
  const results = isRecord(output) ? output.results : output;
  return (Array.isArray(results) ? results.filter(isRecord) : []).flatMap((result) => {
    const { content, excerpt = content } = result;
    const metadata = isRecord(result.metadata) ? result.metadata : {};
    const path = [result.path, result.url, result.link, result.href].find(isString);
    if (!path) return [];
    return {
      path,
      title: [metadata.title, result.title].find(isString)?.trim() || path,
      href: asString(metadata.href ?? result.href),
      // A copy: what is only cut off keeps the whole in memory.
      excerpt: isString(excerpt) && excerpt ? [...excerpt.slice(0, MAX_EXCERPT_LENGTH)].join('') : undefined,
    };
  });
}

/** Equal for the spellings of one address: leading slashes and a trailing `index` make no difference. */
function addressKey(path: string): string {
  const [, page = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(path)!;
  return (
    page
      .replace(/^\/+/, '')
      .replace(/(^|\/)index$/, '$1')
      .replace(/\/$/, '') + fragment || path
  );
}

/** Equal for all sections of a page. */
function pageKey(path: string): string {
  return addressKey(path.replace(/(?<=.)#.*$/s, ''));
}
