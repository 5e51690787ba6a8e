import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse).freeze();

/** Parse a page like a browser. Nothing is run or loaded. @throws RangeError when it is nested too deeply */
export function parseHtml(text: string): Root {
  return parser.parse(text);
}
