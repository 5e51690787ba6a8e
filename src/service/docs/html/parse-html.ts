import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse).freeze();

/** Parses a page as browsers do. Nothing in it is run or loaded. @throws RangeError when it is nested too deep */
export function parseHtml(text: string): Root {
  return parser.parse(text);
}
