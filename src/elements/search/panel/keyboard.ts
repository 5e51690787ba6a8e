import type { ListOption } from '../context.ts';
import type { ListModel, Step } from '../../../state/search/list-model.ts';

/** The properties of a `KeyboardEvent` that are read. */
export type Key = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** State of the box in which a key is pressed. */
export interface BoxState {
  readonly list: ListModel<ListOption>;
  readonly isOpen: boolean;
  readonly isEmpty: boolean;
  readonly isDialog: boolean;
  /** Whether the key is pressed with Control, or on Apple devices with Command. */
  readonly hasMod: boolean;
}

/** The action of a key; `null` for none. All but `leave-list` prevent the default action of the text field. */
export type KeyAction = Step | 'open' | 'close' | 'clear' | 'enter' | 'remove' | 'toggle-favourite' | null;

/** Find the action of a key, by the ARIA authoring practices for an editable combobox with a list popup. */
export function keyAction(key: Key, { list, isOpen, isEmpty, isDialog, hasMod }: BoxState): KeyAction {
  const option = list.options[list.active];
  const isModified = key.ctrlKey || key.metaKey || key.shiftKey;
  switch (key.key) {
    case 'ArrowDown':
      return isModified ? null : key.altKey ? 'open' : 'next';
    case 'ArrowUp':
      return isModified ? null : key.altKey ? 'close' : 'previous';
    case 'Home':
      return option && !isModified ? 'first' : null;
    case 'End':
      return option && !isModified ? 'last' : null;
    case 'ArrowLeft':
    case 'ArrowRight':
      return 'leave-list';
    case 'Enter':
      return 'enter';
    case 'Delete':
      return option?.kind === 'action' && option.remove ? 'remove' : null;
    case 'd':
      return hasMod && option?.kind === 'result' ? 'toggle-favourite' : null;
    case 'Escape':
      return (isDialog ? isEmpty : isOpen) ? 'close' : 'clear';
    default:
      return null;
  }
}
