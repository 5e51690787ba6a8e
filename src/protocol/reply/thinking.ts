import { openFence } from './text-parts.ts';

/** Maximum number of tags that are looked at in a part of text: each look reads the text before it. */
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

/** Takes a part of text as it grows. */
export interface ThoughtSplitter {
  take(delta: string): void;
  /** Take what was held back, because the text has ended. */
  end(): void;
}

/**
 * Separate the reasoning that a model writes into its text: between `<think>` and `</think>`, at the beginning of a line, or before a
 * `</think>` whose opening tag was part of the prompt. In code, and within a line, the tags are text.
 */
export function splitThoughts(target: ThoughtTarget): ThoughtSplitter {
  let isThinking = false;
  let hasThought = false;
  let tags = 0;
  /** The end of what was taken, as long as it may become a tag. */
  let pending = '';

  return {
    take(delta) {
      let rest = pending + delta;
      for (let tag; tags < MAX_TAGS && (tag = TAG.exec(rest)); tags++) {
        const { 0: name, 1: slash, index } = tag;
        const before = rest.slice(0, index);
        rest = rest.slice(index + name.length);
        if (isThinking ? slash : isTag(before, !slash)) turn(before, !slash);
        else add(before + name);
      }
      pending = (tags < MAX_TAGS && TAG_BEGUN.exec(rest)?.[0]) || '';
      add(rest.slice(0, rest.length - pending.length));
    },
    end() {
      add(pending);
      pending = '';
    },
  };

  function turn(before: string, opens: boolean): void {
    if (opens || isThinking) add(before);
    else target.addThought(target.takeBack() + before);
    if (opens) target.beginThought();
    if (!target.text.trim()) target.takeBack();
    isThinking = opens;
    hasThought = true;
  }

  function isTag(added: string, opens: boolean): boolean {
    const before = target.text + added;
    const isPlace = opens ? /(^|[\r\n])\s*$/.test(before) : !hasThought && !/`$|<think/i.test(before);
    return isPlace && openFence(before) === '';
  }

  function add(text: string): void {
    if (isThinking) target.addThought(text);
    else target.addText(hasThought && target.text === '' ? text.trimStart() : text);
  }
}
