import type { Heading, List, Nodes, Root, RootContent } from 'mdast';
import { MAX_HEADING_LENGTH } from './docs-limits.ts';
import { splitHeading } from './source-lines.ts';
import { textOf } from '../../engine/answer/text-of.ts';

/** The part of a page under one heading, or one piece of it if it is long. */
export interface PageSection {
  /** This heading and those above it, outermost first, without the page's title. */
  headings: string[];
  /** Fragment of the heading; missing before the first heading and below the page's title. */
  anchor?: string;
  /** Markdown without the heading itself. */
  content: string;
}

/** The sections of a page. */
export interface SplitPage {
  /** Text of the first heading if it is of the first level. */
  title?: string;
  sections: PageSection[];
}

/** Length in UTF-16 units from which a section is split between blocks: about the context of an embedding model. */
const PART_LENGTH = 2_000;
/** Maximum length of a block, in UTF-16 units; a longer one is split inside: code and tables between lines. Lists are split earlier. */
const MAX_BLOCK_LENGTH = 12_000;

/** Creates an anchor from the text of a heading. */
interface Slugger {
  slug(text: string): string;
}

declare module 'mdast' {
  interface HeadingData {
    /** Explicit fragment of the heading. */
    anchor?: string;
  }
}

/**
 * Split a page without components at its headings, and long sections between their blocks.
 *
 * @param slugger creates the anchors; `null`: a heading has the one in its `data`, or none
 */
export function splitSections(
  root: Root,
  slugger: Slugger | null,
  stringify: (root: Root) => string,
): SplitPage {
  const anchors = readAnchors(root, slugger);
  const sections: PageSection[] = [];
  const trail: { depth: number; text: string }[] = [];
  let title: string | undefined;
  let anchor: string | undefined;
  let blocks: RootContent[] = [];
  let isFirstHeading = true;

  /** @param isParent whether a section below it follows, by which it is found when it has no text of its own */
  const endSection = (isParent = false) => {
    const headings = trail.map(({ text }) => text);
    const parts = writeParts(blocks, stringify);
    // A component, an image or a frame is all that it has.
    if (parts.length === 0 && !isParent) parts.push(...headings.slice(-1));
    for (const content of parts) {
      sections.push({ headings, ...(anchor !== undefined && { anchor }), content });
    }
    blocks = [];
  };

  for (const node of root.children) {
    if (node.type !== 'heading') {
      blocks.push(node);
      continue;
    }
    endSection(node.depth > (trail.at(-1)?.depth ?? 0));
    const heading = anchors.get(node);
    const isTitle = isFirstHeading && node.depth === 1;
    isFirstHeading = false;
    if (heading === undefined) continue;
    if (isTitle) {
      title = heading.text;
      continue;
    }
    while ((trail.at(-1)?.depth ?? 0) >= node.depth) trail.pop();
    trail.push({ depth: node.depth, text: heading.text });
    anchor = heading.anchor;
  }
  endSection();
  return { ...(title !== undefined && { title }), sections };
}

interface HeadingAnchor {
  text: string;
  anchor: string | undefined;
}

/** Return text and anchor of every heading, including those inside lists and quotes, which count when anchors repeat. */
export function readAnchors(root: Root, slugger: Slugger | null): Map<Heading, HeadingAnchor> {
  const anchors = new Map<Heading, HeadingAnchor>();
  const visit = (node: Nodes) => {
    if (node.type === 'heading') {
      const written = textOf(node).trim();
      const own = slugger === null ? { text: written, id: node.data?.anchor } : splitHeading(written);
      const text = own.text.replace(/\s+/g, ' ').slice(0, MAX_HEADING_LENGTH);
      if (text !== '') anchors.set(node, { text, anchor: own.id ?? slugger?.slug(text) });
    } else if ('children' in node) {
      node.children.forEach(visit);
    }
  };
  visit(root);
  return anchors;
}

function writeParts(blocks: readonly RootContent[], stringify: (root: Root) => string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const text of blocks.flatMap((block) => writeBlock(block, stringify))) {
    if (part !== '' && part.length + text.length > PART_LENGTH) {
      parts.push(part);
      part = text;
    } else {
      part = part === '' ? text : `${part}\n\n${text}`;
    }
  }
  if (part !== '') parts.push(part);
  return parts;
}

/** Write one block, in several pieces if it is long. */
function writeBlock(block: RootContent, stringify: (root: Root) => string): string[] {
  const text = stringify({ type: 'root', children: [block] }).trim();
  if (text === '') return [];
  if (text.length > PART_LENGTH && block.type === 'list' && block.children.length > 1) {
    return listItems(block).flatMap((item) => writeBlock(item, stringify));
  }
  if (text.length <= MAX_BLOCK_LENGTH) return [text];
  if (block.type === 'code') {
    return cut(block.value, '\n').map((value) =>
      stringify({ type: 'root', children: [{ ...block, value }] }).trim(),
    );
  }
  return cut(text, block.type === 'table' ? '\n' : ' ');
}

function listItems(list: List): List[] {
  return list.children.map((item, index) => ({
    ...list,
    children: [item],
    ...(typeof list.start === 'number' && { start: list.start + index }),
  }));
}

/** Split a text into pieces of at most `MAX_BLOCK_LENGTH`, at the last `separator` within reach, otherwise anywhere. */
function cut(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_BLOCK_LENGTH) {
    const at = rest.lastIndexOf(separator, MAX_BLOCK_LENGTH - 1) + 1 || MAX_BLOCK_LENGTH;
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}
