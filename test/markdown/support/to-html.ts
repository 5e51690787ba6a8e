import type { Alignment, Block, Inline, ListItem, TableRow } from '../../../src/markdown/tree.ts';

/** Writes a tree as the HTML that the examples of the CommonMark and GFM specifications expect. */
export function toHtml(blocks: readonly Block[]): string {
  return blocks.map((block) => blockToHtml(block) + '\n').join('');
}

function blockToHtml(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlinesToHtml(block.children)}</p>`;
    case 'heading':
      return `<h${block.depth}>${inlinesToHtml(block.children)}</h${block.depth}>`;
    case 'blockquote':
      return `<blockquote>\n${toHtml(block.children)}</blockquote>`;
    case 'list': {
      const name = block.start === null ? 'ul' : 'ol';
      const start = block.start === null || block.start === 1 ? '' : ` start="${block.start}"`;
      return `<${name}${start}>\n${block.children.map((item) => itemToHtml(item, block.tight)).join('')}</${name}>`;
    }
    case 'code': {
      const language = block.language === '' ? '' : ` class="language-${escapeHtml(block.language)}"`;
      return `<pre><code${language}>${escapeHtml(block.value)}</code></pre>`;
    }
    case 'html':
      return `<p>${escapeHtml(block.value)}</p>`;
    case 'table': {
      const [head, ...body] = block.children.map(rowToHtml);
      const rows = body.map((row) => row.replaceAll(/(<\/?t)h/g, '$1d')).join('');
      return `<table>\n<thead>\n${head}</thead>\n${rows === '' ? '' : `<tbody>\n${rows}</tbody>\n`}</table>`;
    }
    case 'math':
      return `<math>${escapeHtml(block.value)}</math>`;
    case 'tabGroup':
      return `<tabs>\n${block.children.map(({ label, children }) => `<tab label="${escapeHtml(label)}">\n${toHtml(children)}</tab>\n`).join('')}</tabs>`;
    case 'callout':
      return `<callout kind="${block.kind}" title="${escapeHtml(block.title)}">\n${toHtml(block.children)}</callout>`;
    case 'footnote':
      return `<footnote label="${block.label}">\n${toHtml(block.children)}</footnote>`;
    case 'thematicBreak':
      return '<hr />';
  }
}

function itemToHtml(item: ListItem, tight: boolean): string {
  const box =
    item.checked === null ? '' : `<input type="checkbox"${item.checked ? ' checked=""' : ''} disabled="" /> `;
  let html = '<li>' + box;
  for (const block of item.children) {
    if (block.type === 'paragraph' && tight) html += inlinesToHtml(block.children);
    else html += (html.endsWith('\n') ? '' : '\n') + blockToHtml(block) + '\n';
  }
  return html + '</li>\n';
}

function rowToHtml(row: TableRow): string {
  const cells = row.children.map(({ align, children }) => {
    return `<th${alignToHtml(align)}>${inlinesToHtml(children)}</th>\n`;
  });
  return `<tr>\n${cells.join('')}</tr>\n`;
}

function alignToHtml(align: Alignment): string {
  return align === null ? '' : ` align="${align}"`;
}

function inlinesToHtml(inlines: readonly Inline[]): string {
  return inlines.map(inlineToHtml).join('');
}

function inlineToHtml(inline: Inline): string {
  switch (inline.type) {
    case 'text':
      return escapeHtml(inline.value);
    case 'emphasis':
      return `<em>${inlinesToHtml(inline.children)}</em>`;
    case 'strong':
      return `<strong>${inlinesToHtml(inline.children)}</strong>`;
    case 'delete':
      return `<del>${inlinesToHtml(inline.children)}</del>`;
    case 'inlineCode':
      return `<code>${escapeHtml(inline.value)}</code>`;
    case 'link':
      return `<a href="${urlToHtml(inline.url)}"${titleToHtml(inline.title)}>${inlinesToHtml(inline.children)}</a>`;
    case 'image':
      return `<img src="${urlToHtml(inline.url)}" alt="${escapeHtml(inline.alt)}"${titleToHtml(inline.title)} />`;
    case 'inlineMath':
      return `<math>${escapeHtml(inline.value)}</math>`;
    case 'tagged':
      return `<${inline.name}>${inlinesToHtml(inline.children)}</${inline.name}>`;
    case 'footnoteMark':
      return `<footnote>${inline.label}</footnote>`;
    case 'break':
      return '<br />\n';
  }
}

function titleToHtml(title: string): string {
  return title === '' ? '' : ` title="${escapeHtml(title)}"`;
}

function urlToHtml(url: string): string {
  return escapeHtml(encodeURI(url).replaceAll(/%25([\da-f]{2})/gi, '%$1'));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
