import type { Block } from '../../../markdown/tree.ts';
import { resolveBase } from '../../../protocol/address.ts';
import { drawCode } from './draw-code.ts';
import type { DrawContext } from './draw-context.ts';
import { drawLink, setTarget } from './draw-link.ts';
import { drawList } from './draw-list.ts';
import type { ForeignChanges } from './foreign-changes.ts';
import type { MarkdownExtensions } from './markdown-extensions-loader.ts';
import { changeText, create, drawAll, type TreeNode } from './markdown-nodes.ts';
import type { LiveOptions, RenderOptions } from './markdown-options.ts';
import type { Portion } from './markdown-portion.ts';

/** Nodes that become one element with their children in it. */
const ELEMENTS = {
  paragraph: 'p',
  blockquote: 'blockquote',
  thematicBreak: 'hr',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  break: 'br',
} as const;

/** Maximum length of a text that is drawn in one go, in UTF-16 units; longer ones come in portions, which the extensions take. */
export const SHORT_LENGTH = 4_000;

/** Minimum length of a block that is skipped off screen, in UTF-16 units. Thousands of shorter ones would cost eight times as much. */
const MIN_SKIPPED_LENGTH = 40;

/**
 * Create a function that draws trees of Markdown into an element: nodes from a fixed list, text as text nodes, no HTML.
 * Drawing again compares with the tree drawn before and touches only what differs; parts of a tree that kept their identity
 * are not visited.
 *
 * @param foreign finds the blocks that others have changed: they are drawn anew when they grow
 * @param extensions returns the extensions that the tree was read with, or `null`
 * @returns draws a tree, or as much of a long one as one task should; returns whether that was all of it
 */
export function createMarkdownRenderer(
  root: Element,
  options: RenderOptions,
  live: () => LiveOptions,
  extensions: () => MarkdownExtensions | null,
  foreign?: ForeignChanges,
): (blocks: readonly Block[]) => boolean {
  const context: DrawContext = {
    options,
    text: options.text ?? String,
    base: resolveBase(options.linkBase ?? '', document.baseURI),
    live,
    extensions,
    isInsideLink: false,
    draw: (node, old, next) => drawNode(context, node, old, next),
    drawElement(name, node, old, next) {
      const element = old ? (node as HTMLElement) : create(name);
      drawAll(element, old?.children, next.children, context.draw);
      return element;
    },
  };
  const nothing: Portion = { blocks: [], size: 0, isWhole: true };
  let drawn = nothing;

  root.replaceChildren();
  foreign?.skip();
  return (text) => {
    if (foreign?.takeRoot()) {
      root.replaceChildren();
      drawn = nothing;
    }
    const before = drawn;
    drawn = extensions()?.nextPortion(root, text, before) ?? {
      blocks: text,
      size: SHORT_LENGTH,
      isWhole: true,
    };
    drawAll(root, before.blocks, drawn.blocks, (node, old, next) => {
      const element = (
        foreign?.has(node) ? drawNode(context, null, null, next) : drawNode(context, node, old, next)
      ) as HTMLElement;
      // The direction is decided for each outermost block, and inherited by what is in it.
      if (element !== node && next.type !== 'code') element.dir = 'auto';
      return element;
    });
    const first = Math.max(0, before.blocks.length - 1);
    skipOffScreen(root, first, drawn.blocks.length - 1);
    extensions()?.breakLongRuns(root.children, first);
    foreign?.skip();
    return drawn.isWhole;
  };
}

/** Let the browser skip finished blocks that are off screen, where that costs less than drawing them. */
function skipOffScreen(root: Element, start: number, end: number): void {
  for (let index = start; index < end; index++) {
    const block = root.children[index]!;
    if (block.textContent.length >= MIN_SKIPPED_LENGTH) block.classList.add('skip');
  }
}

// oxlint-disable-next-line max-lines-per-function -- one case for each type
function drawNode(
  context: DrawContext,
  node: ChildNode | null,
  old: TreeNode | null,
  next: TreeNode,
): ChildNode {
  const { drawElement } = context;
  switch (next.type) {
    case 'text': {
      const before = sameType(old, next);
      if (before === null) return document.createTextNode(shown(context, next.value));
      changeText(node as Text, shown(context, before.value), shown(context, next.value));
      return node!;
    }
    case 'inlineCode':
    case 'html': {
      const before = sameType(old, next);
      if (before)
        changeText(node!.firstChild as Text, shown(context, before.value), shown(context, next.value));
      else if (next.type === 'html') return create('p', { className: 'html' }, next.value);
      else return create('code', { dir: 'ltr' }, shown(context, next.value));
      return node!;
    }
    case 'heading': {
      const level = Math.min(next.outlineLevel + (context.options.headingOffset ?? 2), 6);
      const before = sameType(old, next);
      const isSameLevel = before?.outlineLevel === next.outlineLevel;
      return drawElement(`h${level}`, node, isSameLevel ? before : null, next);
    }
    case 'list':
      return drawList(context, node, sameType(old, next), next);
    case 'longList':
      return context.extensions()!.drawLongList(node, old, next, context.draw);
    case 'code':
      return drawCode(context, node, sameType(old, next), next);
    case 'table': {
      const { drawTable } = context.extensions()!;
      return drawTable(node, sameType(old, next), next, context.text('table'), drawElement);
    }
    case 'tabGroup':
    case 'math':
    case 'inlineMath':
      return context.extensions()!.drawExtended(node, sameType(old, next), next, context.draw, context.live);
    case 'tagged': {
      const before = sameType(old, next);
      return drawElement(next.name, node, before?.name === next.name ? before : null, next);
    }
    case 'callout':
    case 'footnote':
    case 'footnoteMark':
      return context.extensions()!.drawAside(node, sameType(old, next), next, context);
    case 'link':
      return drawLink(context, node, sameType(old, next), next);
    case 'image': {
      const before = sameType(old, next);
      const isSame = before?.url === next.url && before.alt === next.alt && before.title === next.title;
      if (isSame) return node!;
      return context
        .extensions()!
        .createImage(next, context, (link, href) => setTarget(context, link, href, next.title));
    }
    default:
      return drawElement(ELEMENTS[next.type], node, sameType(old, next), next);
  }
}

/** Return the earlier state of a node, if it was of the same type. */
function sameType<T extends { readonly type: string }, N extends T>(old: T | null, next: N): N | null {
  return old?.type === next.type ? (old as N) : null;
}

/** Return a text as it is drawn: within a link, without characters that change its order. */
function shown({ isInsideLink, extensions }: DrawContext, value: string): string {
  const checks = isInsideLink && extensions();
  return checks ? checks.withoutDirectionControls(value) : value;
}
