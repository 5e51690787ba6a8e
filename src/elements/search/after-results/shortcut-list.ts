import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';
import type { SearchContext } from '../context.ts';

/** Open the dialog with the keyboard shortcuts of the search. */
export function openShortcutList(context: SearchContext): void {
  const { text } = context;
  openShortcutDialog(context, [
    { keys: 'down up', label: text('keyMove') },
    { keys: 'home end', label: text('keyEnds') },
    { keys: 'enter', label: text('keyEnter') },
    { keys: 'mod+enter', label: text('keyTab') },
    { keys: 'mod+d', label: text('addFavourite') },
    { keys: 'delete', label: text('keyRemove') },
    { keys: 'escape', label: text('keyEscape') },
  ]);
}
