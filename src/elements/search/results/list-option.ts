import type { TemplateResult } from 'lit';
import type { Hit } from './hits.ts';

/** One thing in the list that can be chosen. */
export type Option =
  { readonly kind: 'result'; readonly hit: Hit } | { readonly kind: 'more' | 'ask' } | OtherOption;

/** An option of something that is loaded later, which knows what it looks like and what it does. */
export interface OtherOption {
  readonly kind: 'other';
  render(index: number): TemplateResult;
  /** Does what a click on it does. */
  press(event: MouseEvent): void;
  /** Removes it, where it can be removed. */
  remove?(): void;
}

/** What the panel shows. `waiting`: the first answer is under way, there is nothing to show yet. */
export type Scene = 'not-configured' | 'start' | 'too-short' | 'waiting' | 'results' | 'nothing' | 'error';

/** The id of an option's element. */
export function optionId(index: number): string {
  return `option-${index}`;
}
