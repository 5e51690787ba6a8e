import type { PanelContext } from './panel.view.ts';

/** Show and announce when the device goes offline or online. */
export function watchNetwork(context: PanelContext): void {
  const handleChange = (): void => {
    const { conversation, groups, text } = context;
    const { onLine } = navigator;
    const isWaiting = conversation.turns.at(-1)?.answer.failure?.code === 'offline';
    // Quietly: what is said now is that the network is back.
    if (onLine) groups.all.retry(true);
    // An unsent question is not sent automatically, because the reader may no longer want it.
    context.announce(text(!onLine ? 'offlineNow' : isWaiting ? 'heldOnline' : 'onlineAgain'));
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
}
