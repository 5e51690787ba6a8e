import { createMarkdownDocument } from '../../../markdown/markdown-document.ts';
import * as extensions from '../../../markdown/syntax-extensions.ts';
import type { Block, BlockTree, Image, Inline, Link, TableCell } from '../../../markdown/tree.ts';
import {
  mayBecomeFence,
  readSuggestion,
  SUGGESTIONS_FENCE,
  SuggestionsReader,
} from '../../../protocol/reply/suggestions.ts';
import { decodePath } from '../../../engine/sections/site-path.ts';
import type { CheckAddress } from './address-check.ts';

/** Length of the blocks under way, in UTF-16 units, from which on text is let through in larger pieces: all of them is read for each. */
const LONG = 2_000;
/** Part of that length that such a piece has at least. */
const PIECE = 1 / 32;
/** What every link has: a bracket, or an address by itself. */
const LINK_MARK = /[[<]|:\/\/|www\./i;

/** Lessen what a text may mean, step by step; the last has no mark at all. */
const LESSENINGS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll(/[[\]<>@`$\\]/g, ' ').replaceAll(/:(?=\/)|\b(?=www\.)/gi, '$& '),
  (text) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, ' '),
  (text) => text.replaceAll(/[^\n]/g, ''),
];

type Node = BlockTree | TableCell | Inline;

type Address = Pick<Link | Image, 'type' | 'url'>;

/**
 * Lets through the Markdown of an answer, piece by piece, as long as each link that the element draws of it passes a check. It
 * reads the text as the element does: with the same parser, and without the `suggestions` blocks, whose links are checked by
 * themselves. A piece with which another link would come is taken for text.
 */
export class LinkGuard {
  readonly #check: CheckAddress;
  readonly #suggestions = new SuggestionsReader();
  /** What was let through of the blocks that may still change. */
  #tail = '';
  #buffer = '';
  #isLineStart = true;

  constructor(check: CheckAddress) {
    this.#check = check;
  }

  /** Add text. @returns what can be shown of it */
  push(text: string): Promise<string> {
    this.#buffer += text;
    return this.#read(false);
  }

  /** Return what is buffered. */
  end(): Promise<string> {
    return this.#read(true);
  }

  async #read(isLast: boolean): Promise<string> {
    let shown = '';
    while (this.#buffer !== '') {
      const lineEnd = this.#buffer.indexOf('\n') + 1;
      const isWhole = lineEnd > 0;
      const line = isWhole ? this.#buffer.slice(0, lineEnd) : this.#buffer;
      const isSpecial = this.#isLineStart && (this.#suggestions.isInside || mayBecomeFence(line));
      const isShort = this.#tail.length > LONG && this.#buffer.length < this.#tail.length * PIECE;
      if (!isLast && (isShort || (isSpecial && !isWhole))) break;
      shown += await this.#readLine(line);
      this.#buffer = this.#buffer.slice(line.length);
      this.#isLineStart = isWhole;
    }
    return shown;
  }

  async #readLine(line: string): Promise<string> {
    const wasInside = this.#suggestions.isInside;
    if (this.#isLineStart && (wasInside || SUGGESTIONS_FENCE.test(line))) {
      const before = this.#suggestions.isInside;
      this.#suggestions.append(line.endsWith('\n') ? line : `${line}\n`);
      if (before && this.#suggestions.isInside) return this.#readSuggestion(line);
      // A fence in other code opens nothing.
      return before || this.#suggestions.isInside ? line : '';
    }
    const passed = await this.#lessen(line);
    this.#suggestions.append(passed);
    return passed;
  }

  /** Return a line of suggestions if its link passes, and a question if it asks what its label says. */
  async #readSuggestion(line: string): Promise<string> {
    const suggestion = readSuggestion(line);
    if (suggestion === null) return line;
    const { label, target } = suggestion;
    if (target.startsWith('?ask=')) {
      const question = new URLSearchParams(target).get('ask')?.trim();
      return question === label.trim() ? line : '';
    }
    const address = await this.#check(target, 'link');
    const at = line.lastIndexOf(target);
    return address === null ? '' : line.slice(0, at) + address + line.slice(at + target.length);
  }

  async #lessen(written: string): Promise<string> {
    if (!LINK_MARK.test(this.#tail + written)) {
      this.#tail += written;
      return written;
    }
    for (const lessen of [(text: string) => text, ...LESSENINGS]) {
      const piece = lessen(written);
      const text = this.#tail + piece;
      const document = createMarkdownDocument(extensions);
      document.append(text);
      const open = linksIn(document.blocks);
      document.finish();
      const defined = document.definedUrls.map((url) => ({ type: 'link', url }) as const);
      if (!(await this.#allPass([...open, ...linksIn(document.blocks), ...defined]))) continue;
      // The last block may still change, and with the next line the one before.
      this.#tail = text.split('\n').slice(document.settledLines).join('\n');
      return piece;
    }
    return '';
  }

  async #allPass(links: readonly Address[]): Promise<boolean> {
    const seen = new Set<string>();
    for (const { type, url } of links) {
      const key = `${type} ${url}`;
      if (seen.has(key)) continue;
      seen.add(key);
      // What is shown as an address of mail leads there.
      if (/^mailto:[^?#]*$/i.test(url)) continue;
      const passes =
        isWhole(url, await this.#check(url, 'link')) ||
        (type === 'image' && isWhole(url, await this.#check(url, 'image')));
      if (!passes) return false;
    }
    return true;
  }
}

/** Return whether an address has passed with its query and fragment, in which there may be data. */
function isWhole(url: string, passed: string | null): boolean {
  const restOf = (address: string) => decodePath(/[?#].*$/s.exec(address)?.[0] ?? '');
  return passed !== null && restOf(url) === restOf(passed);
}

/** Return the links and images of a text. */
export function linksIn(blocks: readonly Block[]): Address[] {
  const links: Address[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'link' || node.type === 'image') links.push(node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  for (const block of blocks) visit(block);
  return links;
}
