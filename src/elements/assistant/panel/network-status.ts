import type { AssistantContext } from '../context.ts';

/** Show and announce when the device goes offline or online. */
export function watchNetwork(context: AssistantContext): void {
  const handleChange = (): void => {
    const { conversation, parts, text } = context;
    const { onLine } = navigator;
    const isHeld = conversation.turns.at(-1)?.answer.failure?.code === 'offline';
    context.hint = onLine ? null : 'offlineNow';
    if (onLine && parts.answerFooter.failed) void parts.answerFooter.load();
    // An unsent question is not sent automatically, because the reader may no longer want it.
    context.announce(text(!onLine ? 'offlineNow' : isHeld ? 'heldOnline' : 'onlineAgain'));
  };
  const types = ['online', 'offline'];
  context.host.addController({
    hostConnected() {
      for (const type of types) window.addEventListener(type, handleChange);
    },
    hostDisconnected() {
      for (const type of types) window.removeEventListener(type, handleChange);
    },
  });
  if (!navigator.onLine) context.hint = 'offlineNow';
}
