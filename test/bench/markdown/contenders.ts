/** Runs in the page: ways to show a Markdown text that grows. */
import createPurifier from 'dompurify';
import { html, render } from 'lit';
import { marked } from 'marked';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import * as smd from 'streaming-markdown';
import { Streamdown } from 'streamdown';

import { markdown } from '../../../src/elements/shared/markdown/markdown-directive.ts';
import { markdownStyles } from '../../../src/elements/shared/markdown/markdown-view.styles.ts';
import { surface } from '../../../src/elements/shared/styles/surface.styles.ts';
import { tokens } from '../../../src/elements/shared/styles/tokens.styles.ts';

/** Takes the next piece of the text. */
type Push = (piece: string) => void;

const contenders: Record<string, (root: HTMLElement) => Push> = {
  'raw text, a node per line': (root) => {
    root.style.whiteSpace = 'pre-wrap';
    let line = root.appendChild(document.createElement('div')).appendChild(new Text());
    return (piece) => {
      const [rest, ...lines] = piece.split('\n');
      line.appendData(rest!);
      for (const text of lines)
        line = root.appendChild(document.createElement('div')).appendChild(new Text(text));
    };
  },
  'raw text in one node': (root) => {
    root.style.whiteSpace = 'pre-wrap';
    const node = root.appendChild(new Text());
    return (piece) => node.appendData(piece);
  },
  'docs-assistant': (root) => {
    document.adoptedStyleSheets = [tokens, surface, markdownStyles];
    let text = '';
    return (piece) => {
      text += piece;
      render(
        html`<div class="docs"><div class="prose" ${markdown(text, { done: false })}></div></div>`,
        root,
      );
    };
  },
  'streaming-markdown (appends only)': (root) => {
    const parser = smd.parser(smd.default_renderer(root));
    return (piece) => smd.parser_write(parser, piece);
  },
  'Streamdown (React)': (root) => {
    const app = createRoot(root);
    let text = '';
    return (piece) => {
      text += piece;
      flushSync(() => app.render(createElement(Streamdown, { isAnimating: true, children: text })));
    };
  },
  'marked + DOMPurify + innerHTML': (root) => {
    const purifier = createPurifier(window);
    let text = '';
    return (piece) => {
      text += piece;
      root.innerHTML = purifier.sanitize(marked.parse(text, { async: false }));
    };
  },
};

let push: Push;
let root: HTMLElement;
let replaced = 0;
let longTasks = 0;

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
/** The next task: pieces come between frames, not in them. */
const task = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = resolve;
    port1.postMessage(null);
  });

new PerformanceObserver((list) => (longTasks += list.getEntries().length)).observe({ type: 'longtask' });

const bench = {
  names: Object.keys(contenders),

  async prepare(name: string, text: string): Promise<void> {
    root = document.querySelector('main')!;
    push = contenders[name]!(root);
    push(text);
    await frame();
    await frame();
    new MutationObserver((records) => {
      for (const { removedNodes } of records)
        for (const node of removedNodes) if (node instanceof Element) replaced++;
    }).observe(root, { childList: true, subtree: true });
    longTasks = 0;
  },

  /** Shows one piece per frame, and stays at the end as a chat does. */
  async stream(text: string, size: number): Promise<{ replaced: number; longTasks: number }> {
    replaced = 0;
    for (let start = 0; start < text.length; start += size) {
      await task();
      push(text.slice(start, start + size));
      await frame();
      document.scrollingElement!.scrollTop = Number.MAX_SAFE_INTEGER;
    }
    await frame();
    await frame();
    return { replaced, longTasks };
  },
};
export type Bench = typeof bench;
Object.assign(globalThis, { bench });
