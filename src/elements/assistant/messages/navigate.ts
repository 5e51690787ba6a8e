import type { AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import { handToRouter, isPlainClick } from '../../shared/links/follow-link.ts';
import type { AssistantContext } from '../context.ts';
import type { NavigateDetail } from '../docs-assistant.events.ts';

/** Dispatch a click on a link to the page, which can cancel it or have its router handle it. */
export function navigate(
  { host, placement }: AssistantContext,
  event: MouseEvent,
  url: string,
  source: AnswerSourceLink | null,
): void {
  if (!isPlainClick(event, url)) return;
  const detail: NavigateDetail = { url, source };
  if (!host.emit('docs-assistant-navigate', detail, { cancelable: true })) event.preventDefault();
  if (host.linkTarget === 'blank') return;
  handToRouter(event, url);
  // A modal panel would cover the page that the link leads to.
  if (placement.isModal) host.hide();
}
