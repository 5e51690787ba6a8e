import { openFence } from './text-parts.ts';

/** Most tags that are looked at in a part of text: each look reads the text before it. */
const MAX_TAGS = 20;
const TAG = /<(\/?)(?:think(?:ing)?|thought)>/i;
/** The end of a text that may become such a tag. */
const TAG_BEGUN = /<\/?(?:t[a-z]{0,7})?$/i;

/** Where the pieces of a part of text belong. */
export interface ThoughtTarget {
  /** The text so far. */
  readonly text: string;
  addText(text: string): void;
  /** Begin another part of reasoning with the next thought. */
  beginThought(): void;
  addThought(thought: string): void;
  /** Remove and return the text so far. */
  takeBack(): string;
}

/**
 * Separates the reasoning that a model writes into its text: between `<think>` and `</think>`, at the beginning of a line, or before a
 * `</think>` whose opening tag was part of the prompt. In code, and within a line, the tags are text.
 */
export class ThoughtSplitter {
  readonly #target: ThoughtTarget;
  #isThinking = false;
  #hasThought = false;
  #tags = 0;
  /** The end of what was taken, as long as it may become a tag. */
  #held = '';

  constructor(target: ThoughtTarget) {
    this.#target = target;
  }

  take(delta: string): void {
    let rest = this.#held + delta;
    this.#held = '';
    for (let tag; this.#tags < MAX_TAGS && (tag = TAG.exec(rest));) {
      const { 0: name, 1: slash, index } = tag;
      this.#tags++;
      const before = rest.slice(0, index);
      rest = rest.slice(index + name.length);
      if (this.#isThinking ? !slash : !this.#isTag(before, !slash)) this.#add(before + name);
      else this.#turn(before, !slash);
    }
    if (this.#tags < MAX_TAGS) this.#held = TAG_BEGUN.exec(rest)?.[0] ?? '';
    this.#add(rest.slice(0, rest.length - this.#held.length));
  }

  /** Take what was held back, because the text has ended. */
  end(): void {
    this.#add(this.#held);
    this.#held = '';
  }

  #turn(before: string, opens: boolean): void {
    const target = this.#target;
    if (opens || this.#isThinking) this.#add(before);
    else target.addThought(target.takeBack() + before);
    if (opens) target.beginThought();
    if (!target.text.trim()) target.takeBack();
    this.#isThinking = opens;
    this.#hasThought = true;
  }

  #isTag(added: string, opens: boolean): boolean {
    const before = this.#target.text + added;
    const isPlace = opens ? /(?:^|[\r\n])\s*$/.test(before) : !this.#hasThought && !/`$|<think/i.test(before);
    return isPlace && openFence(before) === '';
  }

  #add(text: string): void {
    if (this.#isThinking) this.#target.addThought(text);
    else this.#target.addText(this.#hasThought && this.#target.text === '' ? text.trimStart() : text);
  }
}
