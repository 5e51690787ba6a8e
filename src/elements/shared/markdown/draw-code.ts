import type { Code } from '../../../markdown/tree.ts';
import { copyText } from '../dom/copy-text.ts';
import type { DrawContext } from './draw-context.ts';
import { changeText, create, SCROLLABLE } from './markdown-nodes.ts';

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
  const name = create('span', { className: 'code-language' }, label);
  const head = create('div', { className: 'code-head' }, name, createCopyButton(context, code));
  const pre = create('pre', { ...SCROLLABLE, ariaLabel: label || context.text('code') }, code);
  return create('div', { className: 'code', part: 'code', dir: 'ltr' }, head, pre);
}

function createCopyButton({ text, live }: DrawContext, code: Element): Element {
  const button = create('button', { type: 'button', className: 'code-copy', part: 'copy' }, text('copy'));
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    const message = text((await copyText(code.textContent ?? '', button)) ? 'copied' : 'copyFailed');
    live().announce?.(message);
    button.textContent = message;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = text('copy')), COPIED_MILLISECONDS);
  });
  return button;
}
