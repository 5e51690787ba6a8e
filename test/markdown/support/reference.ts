import { HtmlRenderer, Node, Parser } from 'commonmark';

/** How the reference implementation of CommonMark renders a text, but with raw HTML as the text that it is. */
export function renderReference(markdown: string): string {
  const document = new Parser().parse(markdown);
  const walker = document.walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (event.node.type === 'html_inline') replace(event.node, createText(event.node.literal!));
    if (event.node.type === 'html_block') {
      const paragraph = new Node('custom_block');
      paragraph.onEnter = '<p>';
      paragraph.onExit = '</p>';
      paragraph.appendChild(createText(event.node.literal!.trimEnd()));
      replace(event.node, paragraph);
      walker.resumeAt(paragraph, false);
    }
  }
  // custom blocks end their line; an empty paragraph is left where an underline follows nothing but definitions
  return new HtmlRenderer()
    .render(document)
    .replaceAll('<p>\n', '<p>')
    .replaceAll('\n</p>', '</p>')
    .replaceAll('<p></p>\n', '');
}

export function hasRawHtml(markdown: string): boolean {
  const walker = new Parser().parse(markdown).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (event.node.type === 'html_inline' || event.node.type === 'html_block') return true;
  }
  return false;
}

function createText(literal: string): Node {
  const text = new Node('text');
  text.literal = literal;
  return text;
}

function replace(node: Node, other: Node): void {
  node.insertBefore(other);
  node.unlink();
}
