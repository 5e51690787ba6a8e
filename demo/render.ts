import type { Element, Root as HtmlTree } from 'hast';
import { toString } from 'hast-util-to-string';
import type { Root } from 'mdast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options as RehypeOptions } from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** A heading of the second or third level, for the list "on this page". */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: 2 | 3;
}

export interface Article {
  /** Elements and text only: raw HTML of the Markdown is left out. */
  readonly tree: HtmlTree;
  /** The text of the first heading of level one, which is taken out of the tree. */
  readonly title: string | null;
  readonly headings: readonly Heading[];
}

export interface RenderOptions {
  /** `mdx` is tried as MDX first, and as plain Markdown where that fails. */
  readonly format: 'md' | 'mdx';
  /** Gives the address on the site for a link as it stands in the file. */
  readonly resolveLink: (target: string) => string;
  /** What screen readers call the boxes of tables and code. */
  readonly labels: { readonly table: string; readonly code: string };
}

/** Components of MDX are not run: what stands between their tags is shown, the rest is left out. */
const components: NonNullable<RehypeOptions['handlers']> = {
  mdxJsxFlowElement: (state, node) => state.all(node),
  mdxJsxTextElement: (state, node) => state.all(node),
  mdxFlowExpression: () => undefined,
  mdxTextExpression: () => undefined,
  mdxjsEsm: () => undefined,
};

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).freeze();
const mdx = markdown().use(remarkMdx).freeze();
const html = unified()
  .use(remarkRehype, { handlers: components })
  .use(rehypeSlug)
  .use(rehypeHighlight)
  .freeze();

/** Addresses of drawings of this documentation, which the site serves. */
const DRAWING = /^\/v2\/drawings\/[\w-]+\.svg$/;

/** Turns the Markdown of one page, frontmatter included, into the tree of its article. */
export function renderMarkdown(source: string, options: RenderOptions): Article {
  const tree = html.runSync(parse(source, options.format));
  const headings: Heading[] = [];
  let title: string | null = null;
  visit(tree, 'element', (node, index, parent) => {
    switch (node.tagName) {
      case 'a':
        node.properties.href = options.resolveLink(node.properties.href ?? '');
        return undefined;
      case 'img': {
        const address = options.resolveLink(node.properties.src ?? '');
        if (DRAWING.test(address)) {
          node.properties.src = address;
          return undefined;
        }
        // Pictures of a foreign folder may come from anywhere: its pages show their description instead.
        node.tagName = 'em';
        node.children = [{ type: 'text', value: node.properties.alt ?? '' }];
        node.properties = {};
        return SKIP;
      }
      case 'h1':
        if (title !== null || !parent || index === undefined) return undefined;
        title = toString(node);
        parent.children.splice(index, 1);
        return index;
      case 'h2':
      case 'h3':
        headings.push(linkHeading(node));
        return undefined;
      case 'thead':
      case 'th':
        // Markdown tables always have a head; where nothing stands in it, there is none.
        if (toString(node).trim() === '') node.tagName = node.tagName === 'th' ? 'td' : 'tbody';
        return undefined;
      case 'table':
        if (!parent || index === undefined) return undefined;
        parent.children[index] = scrollBox('table', options.labels.table, node);
        return undefined;
      case 'pre':
        if (!parent || index === undefined) return undefined;
        parent.children[index] = scrollBox('code', options.labels.code, node);
        return SKIP;
      default:
        return undefined;
    }
  });
  return { tree, title, headings };
}

function parse(source: string, format: 'md' | 'mdx'): Root {
  if (format === 'md') return markdown.parse(source);
  try {
    return mdx.parse(source);
  } catch {
    return markdown.parse(source);
  }
}

function linkHeading(node: Element): Heading {
  const id = node.properties.id ?? '';
  const text = toString(node);
  node.children.push({
    type: 'element',
    tagName: 'a',
    properties: { href: `#${id}`, className: ['anchor'], ariaLabel: text },
    children: [{ type: 'text', value: '#' }],
  });
  return { id, text, level: node.tagName === 'h2' ? 2 : 3 };
}

/** What is wider than the page scrolls in a box of its own, which the keyboard reaches. */
function scrollBox(kind: 'table' | 'code', label: string, child: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: [`${kind}-box`], tabIndex: 0, role: 'group', ariaLabel: label },
    children: [child],
  };
}
