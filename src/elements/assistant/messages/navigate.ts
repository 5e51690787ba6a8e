import type { AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import { handToRouter, isPlainClick } from '../../shared/links/follow-link.ts';
import type { AssistantContext } from '../context.ts';
import type { NavigateDetail } from '../docs-assistant.events.ts';

/** Offer a click on a link to the page, which may follow the link in a way of its own. */
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
  // A modal panel covers the page that the reader wants to see.
  if (placement.isModal) host.hide();
}
