/** Parts of a block that change themselves: labels of buttons, and formulas once what draws them is loaded. */
const OWN = 'button, .math';

/**
 * Finds the blocks of a text in which others have changed something since they were drawn: translators put other nodes in the
 * place of text, or change it, and tools for writing add elements. What is drawn by the difference from the last state would
 * miss its nodes there.
 */
export class ForeignChanges {
  readonly #root: Node;
  readonly #observer = new MutationObserver((records) => this.#note(records));
  /** Changed nodes and what contains them, up to the block; the root where others have changed the list of blocks itself. */
  readonly #changed = new WeakSet<Node>();

  constructor(root: Node) {
    this.#root = root;
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  /** Return whether others have changed the list of blocks itself, and begin anew. */
  takeRoot(): boolean {
    this.#note(this.#observer.takeRecords());
    return this.#changed.delete(this.#root);
  }

  /** Whether others have changed something in a block. */
  has(block: Node | null): boolean {
    return block !== null && this.#changed.has(block);
  }

  /** Leave out what has just been drawn. */
  skip(): void {
    this.#observer.takeRecords();
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element?.closest(OWN)) continue;
      let node: Node | null = target;
      do {
        this.#changed.add(node);
        node = node.parentNode;
      } while (node && target !== this.#root && node !== this.#root);
    }
  }
}
