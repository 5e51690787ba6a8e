import type { AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import type { Citation } from '../../shared/markdown/markdown-options.ts';
import { pageLink, type PageLink } from '../../shared/links/page-link.ts';
import type { AssistantHost } from '../host.ts';

export type LinkedSource = (PageLink & Citation) | null;

/** Resolve sources to links, in the order of their numbers; `null` for a path that is not allowed as a link. */
export function linkSources(sources: readonly AnswerSourceLink[], host: AssistantHost): LinkedSource[] {
  return sources.map(({ path, title }) => {
    const link = pageLink(path, host);
    return link && { ...link, title };
  });
}

/** Find the source of a citation, or of a link in the list of sources: the text of both begins with its number. */
export function findSource(link: Element, sources: readonly AnswerSourceLink[]): AnswerSourceLink | null {
  return (link.matches('.mark, .source') && sources[parseInt(link.textContent ?? '') - 1]) || null;
}
