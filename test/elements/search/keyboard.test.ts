import { expect } from '@open-wc/testing';
import type { ListOption } from '../../../src/elements/search/context.ts';
import { isComposing } from '../../../src/elements/shared/dom/composing.ts';
import {
  keyAction,
  type BoxState,
  type Key,
  type KeyAction,
} from '../../../src/elements/search/panel/combobox.ts';
import { createList } from '../../../src/state/search/list-model.ts';

const RESULT = { kind: 'result', key: 'result 0' } as ListOption;
const SAVED = { kind: 'action', key: 'recent', remove: () => {} } as unknown as ListOption;
const ELSEWHERE = { kind: 'action', key: 'elsewhere' } as unknown as ListOption;

/** Press a key in an open inline box with a text and one active option; `null` leaves none active. */
function press(key: string, option: ListOption | null, change: Partial<Key & BoxState> = {}): KeyAction {
  const list = {
    ...createList<ListOption>(),
    options: [option ?? RESULT],
    active: option ? 0 : -1,
    isChosen: option !== null,
  };
  const state = { list, isOpen: true, isEmpty: false, isDialog: false, ...change };
  return keyAction(new KeyboardEvent('keydown', { key, ...change }), state);
}

describe('the keys of the search box', () => {
  for (const [key, option, change, action] of [
    ['ArrowDown', null, {}, 'next'],
    ['ArrowUp', null, {}, 'previous'],
    ['ArrowDown', RESULT, { altKey: true }, 'open'],
    ['ArrowUp', RESULT, { altKey: true }, 'close'],
    ['ArrowDown', RESULT, { shiftKey: true }, null],
    ['ArrowUp', RESULT, { ctrlKey: true }, null],
    ['ArrowDown', RESULT, { metaKey: true }, null],
    ['Home', RESULT, {}, 'first'],
    ['End', RESULT, {}, 'last'],
    ['Home', null, {}, null],
    ['End', RESULT, { shiftKey: true }, null],
    ['ArrowLeft', RESULT, {}, 'leave-list'],
    ['ArrowRight', null, {}, 'leave-list'],
    ['Enter', null, {}, 'enter'],
    ['Enter', RESULT, { ctrlKey: true }, 'enter'],
    ['Delete', SAVED, {}, 'remove'],
    ['Delete', ELSEWHERE, {}, null],
    ['Delete', RESULT, {}, null],
    ['Delete', null, {}, null],
    ['Enter', RESULT, { shiftKey: true }, 'toggle-favourite'],
    ['Enter', SAVED, { shiftKey: true }, 'enter'],
    ['Enter', null, { shiftKey: true }, 'enter'],
    ['d', RESULT, { ctrlKey: true }, null],
    ['d', RESULT, { metaKey: true }, null],
    ['Escape', null, {}, 'close'],
    ['Escape', null, { isOpen: false }, 'clear'],
    ['Escape', null, { isDialog: true }, 'clear'],
    ['Escape', null, { isDialog: true, isEmpty: true }, 'close'],
    ['a', RESULT, {}, null],
    ['Tab', RESULT, {}, null],
  ] as const) {
    const where = `${JSON.stringify(change)}, ${option?.key ?? 'no option'}`;
    it(`${key} does ${action ?? 'nothing'} (${where})`, () => {
      expect(press(key, option, change)).to.equal(action);
    });
  }

  it('belong to an input method while it is composing', () => {
    expect(isComposing(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))).to.equal(true);
    expect(isComposing(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229 }))).to.equal(true);
    expect(isComposing(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13 }))).to.equal(false);
  });
});
