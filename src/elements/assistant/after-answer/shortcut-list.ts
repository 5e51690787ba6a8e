import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';
import type { AssistantContext } from '../context.ts';

/** @returns a function that opens the dialog with the keyboard shortcuts of the assistant */
export function createShortcutList(context: AssistantContext): () => void {
  const { text } = context;
  return () =>
    openShortcutDialog(context, [
      { keys: 'enter', label: text('send') },
      { keys: 'shift+enter', label: text('keyNewLine') },
      { keys: 'up down', label: text('keyRecall') },
      { keys: 'escape', label: text('close') },
    ]);
}
