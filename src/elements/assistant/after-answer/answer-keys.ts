import type { AssistantContext } from '../context.ts';

/** Keys that lead from the field to the last answer and back, as `aria-keyshortcuts` names them. */
const KEYS = 'F6 Control+ArrowUp';
/** What the keys lead to: the first link or button of the answer, else the log, which can be scrolled. */
const TARGETS = ['.turn:last-child .answer :is(a[href], button, summary)', '.messages'];

/** Lead by one key from the field to the links of the last answer, and from everywhere else in the panel to the field. */
export function addAnswerKeys(context: AssistantContext): void {
  const { frame } = context.host;
  frame.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches('.input')) (target as Element).ariaKeyShortcuts = KEYS;
  });
  const handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, shiftKey, altKey, metaKey, target, defaultPrevented } = event;
    const isPressed = key === 'F6' ? !ctrlKey : key === 'ArrowUp' && ctrlKey;
    const panel = (target as Element).closest('.panel');
    if (!isPressed || !panel || shiftKey || altKey || metaKey || defaultPrevented) return;
    event.preventDefault();
    // In the field, arrows recall questions.
    event.stopPropagation();
    const isField = (target as Element).matches('.input');
    const found = TARGETS.map((selector) => [...panel.querySelectorAll<HTMLElement>(selector)].find(isShown));
    const element = isField ? found.find(Boolean) : null;
    if (element) element.focus();
    else context.focus('.input');
  };
  frame.addEventListener('keydown', handleKey, { capture: true });
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
