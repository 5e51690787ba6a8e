import { openShortcutDialog } from '../../shared/shortcuts/shortcut-dialog.ts';
import type { SearchContext, ShortcutListPart } from '../context.ts';
import { dialogStrings } from '../strings/en/dialog.ts';
import { afterResultsStrings } from '../strings/en/after-results.ts';

/** Create the dialog with the keyboard shortcuts of the search. */
export function createShortcutList(context: SearchContext): ShortcutListPart {
  const { strings, text } = context;
  strings.add({ ...dialogStrings, ...afterResultsStrings });
  return {
    show: () =>
      openShortcutDialog(context, [
        { keys: 'down up', label: text('keyMove') },
        { keys: 'home end', label: text('keyEnds') },
        { keys: 'enter', label: text('keyEnter') },
        { keys: 'mod+enter', label: text('keyTab') },
        { keys: 'mod+d', label: text('addFavourite') },
        { keys: 'delete', label: text('keyRemove') },
        { keys: 'escape', label: text('keyEscape') },
      ]),
  };
}
