/** A site of HTML pages for benches, made from what packages in node_modules carry: every page has other text. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { marked } from 'marked';

/** UTF-16 units of Markdown from which a page ends at the next heading: with its layout some 14 kB of HTML. */
const PAGE_LENGTH = 6_000;
/** Pages that the navigation of each page lists, as a theme lists those of a chapter. */
const LISTED = 40;
const DECLARATION = /\/\*\*\s*\n([^]*?)\*\/\s*\n([^]{1,600}?)(?=\n\s*\n|\n\s*\/\*\*|$)/g;

/** Write so many pages into a folder. @returns their number, which is smaller when the packages carry less text */
export async function writePackagePages(modules: string, folder: string, count: number): Promise<number> {
  const pages: string[] = [];
  for await (const page of markdownPages(modules)) if (pages.push(page) === count) break;
  const titles = pages.map(
    (page, at) => /^#+ +(.+)/m.exec(page)?.[1]?.replace(/[<>&`]/g, '') ?? `Page ${at}`,
  );
  for (const [at, page] of pages.entries()) {
    const path = join(folder, pathOf(at));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, htmlOf(page, at, titles));
  }
  return pages.length;
}

function pathOf(at: number): string {
  return join(`chapter-${Math.floor(at / LISTED)}`, `page-${at}.html`);
}

/** READMEs and other Markdown first, then comments with their declarations. The same files give the same pages. */
async function* markdownPages(modules: string): AsyncGenerator<string> {
  const files = (await readdir(modules, { recursive: true })).toSorted();
  const seen = new Set<string>();
  for (const [ending, read] of [
    ['.md', (text: string) => text],
    ['.d.ts', readDeclarations],
  ] as const) {
    for (const file of files.filter((file) => file.toLowerCase().endsWith(ending))) {
      const text = read(await readFile(join(modules, file), 'utf8').catch(() => ''));
      let page = '';
      for (const block of text.split(/^(?=#{1,6} )/m)) {
        // Packages are there in several versions.
        const digest = createHash('sha1').update(block).digest('base64');
        if (seen.has(digest)) continue;
        seen.add(digest);
        page += block.slice(0, 4 * PAGE_LENGTH);
        if (page.length < PAGE_LENGTH) continue;
        yield page;
        page = '';
      }
    }
  }
}

function readDeclarations(text: string): string {
  const found = Array.from(text.matchAll(DECLARATION), ([, comment = '', code = '']) => {
    const name =
      /(?:function|class|interface|type|const|enum)\s+([\w$]+)/.exec(code)?.[1] ?? /[\w$]+/.exec(code)?.[0];
    const prose = comment
      .replace(/^[ \t]*\* ?/gm, '')
      .replace(/^#+ /gm, '')
      .trim();
    return `## ${name ?? 'Declaration'}\n\n${prose}\n\n\`\`\`ts\n${code.trim()}\n\`\`\`\n\n`;
  });
  return found.join('');
}

function htmlOf(markdown: string, at: number, titles: readonly string[]): string {
  const chapter = Math.floor(at / LISTED) * LISTED;
  const list = titles.slice(chapter, chapter + LISTED);
  const links = list.map(
    (title, number) =>
      `<li class="nav-item"><a class="nav-link" href="page-${chapter + number}.html">${title}</a></li>`,
  );
  const used = new Map<string, number>();
  const body = marked
    .parse(markdown, { async: false })
    .replace(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, heading: string) => {
      const name = heading
        .replace(/<[^>]*>/g, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-');
      const count = used.get(name) ?? 0;
      used.set(name, count + 1);
      const id = count === 0 ? name : `${name}-${count}`;
      return `<h${level} id="${id}">${heading}<a class="headerlink" href="#${id}" title="Permalink">¶</a></h${level}>`;
    });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${titles[at]} · Packages</title><link rel="stylesheet" href="../theme.css"></head>
<body>
<header class="navbar"><a href="../index.html">Packages</a> <form role="search"><input type="search" name="q"></form></header>
<nav class="sidebar" aria-label="Chapter"><ul>
${links.join('\n')}
</ul></nav>
<main class="content"><article>
${body}
</article></main>
<footer><p>Made from the texts of packages.</p></footer>
</body>
</html>
`;
}
