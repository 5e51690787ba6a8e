/** What quotes read of a node of a Markdown tree. Nodes of mdast are such, and those of the reader in the page. */
export interface MarkdownNode {
  readonly type: string;
  readonly children?: readonly MarkdownNode[];
  readonly value?: string;
  /** Of a link. */
  readonly url?: string;
  /** Of an image. */
  readonly alt?: string | null | undefined;
  /** Of an item: whether its box is ticked, if it has one. */
  readonly checked?: boolean | null | undefined;
  /** Of a list. */
  readonly ordered?: boolean | null | undefined;
  /** Known of blocks, of links, and the end of a link's last child. */
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

/** A reader of Markdown: CommonMark with the extensions of GitHub. */
export type ParseMarkdown = (text: string) => MarkdownNode;

/** Return the text of a node and everything in it, without Markdown. */
export function textOf(node: MarkdownNode): string {
  if (node.children) return node.children.map(textOf).join('');
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return node.value !== undefined && !node.type.startsWith('mdx') ? node.value : '';
}
