import type { Code } from '../../../markdown/tree.ts';
import { copyText } from '../dom/copy-text.ts';
import { createIcon } from '../dom/create-element.ts';
import type { DrawContext } from './draw-context.ts';
import { changeText, create, SCROLLABLE } from './markdown-nodes.ts';

/** The icon of a button that copies. */
export const COPY_PATH = 'M7.5 7.5v-4h9v9h-4m-9-5h9v9h-9z';
/** How long a copy button shows that it has copied. */
const COPIED_MILLISECONDS = 2_000;

export function drawCode(
  context: DrawContext,
  node: ChildNode | null,
  old: Code | null,
  { language, title, value }: Code,
): ChildNode {
  if (old?.language === language && old.title === title) {
    changeText((node as Element).querySelector('code')!.firstChild as Text, old.value, value);
    return node!;
  }
  const code = create('code', {}, value);
  if (language) {
    code.className = `language-${language}`;
    context.live().onCode?.(code);
  }
  const label = title || language;
  const pre = create('pre', { ...SCROLLABLE, ariaLabel: label || context.text('code') }, code);
  return create(
    'div',
    { className: 'code', part: 'code', dir: 'ltr' },
    ...(title ? [create('div', { className: 'code-head' }, title)] : []),
    pre,
    createCopyButton(context, code),
  );
}

function createCopyButton({ text, live }: DrawContext, code: Element): Element {
  const icon = createIcon(COPY_PATH);
  const button = create(
    'button',
    { type: 'button', className: 'code-copy', part: 'copy', ariaLabel: text('copy') },
    icon,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    const message = text((await copyText(code.textContent ?? '', button)) ? 'copied' : 'copyFailed');
    live().announce?.(message);
    button.textContent = message;
    clearTimeout(timer);
    timer = setTimeout(() => button.replaceChildren(icon), COPIED_MILLISECONDS);
  });
  return button;
}
