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
  readonly #blocks = new WeakSet<Node>();
  #hasOtherBlocks = false;

  constructor(root: Node) {
    this.#root = root;
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  /** Return whether others have changed the list of blocks itself, and begin anew. */
  takeRoot(): boolean {
    this.#note(this.#observer.takeRecords());
    const taken = this.#hasOtherBlocks;
    this.#hasOtherBlocks = false;
    return taken;
  }

  /** Whether others have changed something in a block. */
  has(block: Node | null): boolean {
    return block !== null && this.#blocks.has(block);
  }

  /** Leave out what has just been drawn. */
  skip(): void {
    this.#observer.takeRecords();
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (target === this.#root) this.#hasOtherBlocks = true;
      else if (!element?.closest(OWN)) this.#noteBlock(target);
    }
  }

  #noteBlock(node: Node): void {
    let block: Node | null = node;
    while (block && block.parentNode !== this.#root) block = block.parentNode;
    if (block) this.#blocks.add(block);
  }
}
