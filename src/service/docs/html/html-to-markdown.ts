import type { Element, Root as HtmlRoot } from 'hast';
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast';
import type { Code, Heading, Root } from 'mdast';
import { attributeOf, textOfHast } from './hast.ts';

/** Convert cleaned content to Markdown. The ids of headings are in their `data`. */
export function htmlToMarkdown(content: HtmlRoot): Root {
  const tree = toMdast(content, { document: true, handlers });
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}

const handlers: Record<string, Handle> = {
  pre(_state: State, element: Element): Code {
    const language = attributeOf(element, 'dataLang') ?? null;
    const title = attributeOf(element, 'dataTitle');
    const meta = title === undefined ? null : `title="${title.replaceAll('"', "'")}"`;
    // The language comes first in the info string. Without one, a parser would take the title for it.
    return {
      type: 'code',
      lang: language ?? (meta === null ? null : 'text'),
      meta,
      value: textOfHast(element),
    };
  },
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Handle] => [name, readHeading]),
  ),
};

function readHeading(state: State, element: Element): Heading {
  const heading = defaultHandlers.h1(state, element);
  const anchor = attributeOf(element, 'id');
  return anchor === undefined ? heading : { ...heading, data: { anchor } };
}
