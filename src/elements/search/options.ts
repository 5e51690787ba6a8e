import type { Hit } from './hits.ts';

/** One thing in the list that can be chosen. */
export type Option =
  | { readonly kind: 'result'; readonly hit: Hit }
  | { readonly kind: 'recent'; readonly query: string }
  | { readonly kind: 'more' | 'ask' };

/** What the panel shows. `waiting`: the first answer is under way, there is nothing to show yet. */
export type Scene = 'not-configured' | 'start' | 'too-short' | 'waiting' | 'results' | 'nothing' | 'error';

/** The id of an option's element. */
export function optionId(index: number): string {
  return `option-${index}`;
}
