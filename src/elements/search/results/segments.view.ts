import { createElement } from '../../shared/dom/create-element.ts';
import type { Segment } from './segments.ts';

/** Create the nodes of segments, with matches in `<mark>`. */
export function createSegments(segments: readonly Segment[]): (Node | string)[] {
  return segments.map(({ text, marked }) => (marked ? createElement('mark', { part: 'mark' }, text) : text));
}
