import type { DocsFilter } from '../../../protocol/api.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import { pageLink } from '../../shared/links/page-link.ts';
import type { Lazy } from '../../shared/lazy.ts';
import type { AssistantContext, CommonGroups } from '../context.ts';
import type { AssistantHost } from '../host.ts';
import type { ToolArguments } from './tool-definitions.ts';

/** The part of the element that the tools use. */
export interface ToolHost extends AssistantHost {
  /** Open the panel, unless the page prevents it. */
  show(): unknown;
}

/** What the tools use of the panel. */
export interface ToolPanel extends Pick<
  AssistantContext,
  'conversation' | 'actions' | 'placement' | 'filter'
> {
  readonly host: ToolHost;
  readonly groups: Pick<CommonGroups, 'mask'> & {
    readonly staticIndex: Pick<Lazy<(host: ToolHost) => SearchSource>, 'load'>;
  };
}

/** A call of a tool, whose arguments are checked. */
export interface PageToolCall extends ToolArguments {
  readonly signal: AbortSignal;
}

/** A problem that an agent can do something about: the message is what the tool gives back. */
export class ToolRefusal extends Error {}

/** Return the filter of a call: what the page has, and what the agent has chosen instead. */
export function filterOf(panel: ToolPanel, { version, language }: PageToolCall): DocsFilter {
  return { ...panel.filter, ...(version && { version }), ...(language && { language }) };
}

/** Resolve an address of this site. @throws ToolRefusal for one that is none, or of another site */
export function resolveAddress(address: string, host: ToolHost): URL {
  const href = pageLink(address, host)?.href;
  const origins = [location.href, pageLink('', host)?.href ?? location.href].map(
    (url) => new URL(url).origin,
  );
  if (href !== undefined && origins.includes(new URL(href).origin)) return new URL(href);
  throw new ToolRefusal(
    `not-on-site: ${quoteInput(address)} is no address of this site. Take one from search_docs or from a link of a page.`,
  );
}

/** Whether an address is that of the page that is shown. */
export function isShown({ origin, pathname, search }: URL): boolean {
  return (
    origin === location.origin &&
    pathname === location.pathname &&
    (search || location.search) === location.search
  );
}

/** Put what an agent has sent into a message. */
export function quoteInput(value: string): string {
  return JSON.stringify(value.slice(0, 200));
}

/** Say what has failed, and whether the same call may succeed later. */
export function failureSentence({ code, serverCode, message, retryable, retryAfter }: Failure): string {
  const wait = retryAfter === undefined ? 'later' : `in ${retryAfter} seconds`;
  return `${serverCode ?? code}: ${message} ${retryable ? `Try again ${wait}.` : 'The same call will fail again.'}`;
}
