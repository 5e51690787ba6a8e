import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';
import type { AssistantContext, ShortcutListPart } from '../context.ts';
import { shortcutListStrings } from '../strings/en/shortcut-list.ts';

/** Create the list of the keys of the assistant. */
export function createShortcutList({ host, strings, text }: AssistantContext): ShortcutListPart {
  strings.add(shortcutListStrings);
  return {
    show() {
      openShortcutDialog(host, {
        heading: text('shortcuts'),
        close: text('close'),
        open: text('keyOpen'),
        language: strings.language,
        rows: [
          { keys: 'enter', label: text('send') },
          { keys: 'shift+enter', label: text('keyNewLine') },
          { keys: 'up down', label: text('keyRecall') },
          { keys: 'escape', label: text('close') },
        ],
      });
    },
  };
}
