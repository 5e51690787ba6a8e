import type { BlockNode } from './block-node.ts';
import { forgetTrees } from './block-parser.ts';
import { FOOTNOTE, type Definition } from './link-syntax.ts';

/**
 * What the links of a document can refer to: link reference definitions, which may follow their use, and sources. A block
 * that was parsed with a label unknown is parsed again once the label is defined.
 */
export class References {
  readonly #definitions = new Map<string, Definition>();
  /** By label: the blocks that used it before it was defined. */
  readonly #missing = new Map<string, Set<BlockNode>>();
  /** The blocks that show a link before its definition. */
  readonly #awaiting = new Set<BlockNode>();
  #citations = 0;

  /** Number of known sources. Only grows. */
  get citations(): number {
    return this.#citations;
  }

  set citations(count) {
    while (this.#citations < count) this.#forgetMissing(`${++this.#citations}`);
  }

  /** Add a definition, unless the label has one: the first one counts. */
  define(label: string, definition: Definition): void {
    if (this.#definitions.has(label)) return;
    this.#definitions.set(label, definition);
    this.#forgetMissing(label);
  }

  /** Where the definitions lead, without those of footnotes. */
  get urls(): readonly string[] {
    return [...this.#definitions.values()]
      .filter((definition) => definition !== FOOTNOTE)
      .map(({ url }) => url);
  }

  /** Return the definition of a normalized label. */
  find(label: string): Definition | undefined {
    return this.#definitions.get(label);
  }

  /** Whether `[text]` is the mark of a known source. */
  isCitation(text: string): boolean {
    return /^[1-9]\d?$/.test(text) && +text <= this.#citations;
  }

  /** @param isAwaited whether the block shows the link all the same */
  addMissing(label: string, node: BlockNode, isAwaited: boolean): void {
    this.#missing.set(label, (this.#missing.get(label) ?? new Set()).add(node));
    if (isAwaited) this.#awaiting.add(node);
  }

  /** Have the blocks parsed again that show a link before its definition: no definition follows. */
  end(): void {
    for (const node of this.#awaiting) forgetTrees(node);
  }

  #forgetMissing(label: string): void {
    for (const node of this.#missing.get(label) ?? []) forgetTrees(node);
    this.#missing.delete(label);
  }
}
