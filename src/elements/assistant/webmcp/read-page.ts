import { cutSection, listSections } from '../../shared/page/cut-section.ts';
import { pageAsMarkdown } from '../../shared/page/element-markdown.ts';
import { headingAt } from '../../shared/page/headings.ts';
import {
  findMarkdownLink,
  markdownAddress,
  markdownBeside,
  MarkdownMissingError,
  readPageMarkdown,
} from '../../shared/page/page-markdown.ts';
import {
  isShown,
  quoteInput,
  resolveAddress,
  ToolRefusal,
  type PageToolCall,
  type ToolPanel,
} from './tool-call.ts';

/** Maximum number of sections that a message names. */
const MAX_SECTIONS = 50;

/** Return a page of the site, or a section of it, below its address. */
export async function readSitePage({ host }: ToolPanel, { address, signal }: PageToolCall): Promise<string> {
  const url = resolveAddress(address ?? location.href.replace(/#.*/, ''), host);
  const id = url.hash.slice(1);
  const page = new URL(url);
  page.hash = '';
  const markdown = await load(page, host.linkBase, signal);
  const heading = id && isShown(page) ? headingAt(id) : null;
  const section = id ? (cutSection(markdown, { id }) ?? (heading && pageAsMarkdown(heading))) : markdown;
  if (section) return `${url.href}\n\n${section}`;
  const names = listSections(markdown).slice(0, MAX_SECTIONS).map(quoteInput).join(', ');
  throw new ToolRefusal(
    `no-section: ${page.href} has no section ${quoteInput(url.hash)}. Its sections: ${names || 'none'}.`,
  );
}

/** Read a page as Markdown: where its site has it, else from the page itself. @throws ToolRefusal if there is none */
async function load(page: URL, linkBase: string, signal: AbortSignal): Promise<string> {
  const isHere = isShown(page);
  const address = isHere
    ? markdownAddress(undefined, page.href, linkBase)
    : markdownBeside(page.href, linkBase);
  try {
    return await readPageMarkdown(address, signal);
  } catch (error) {
    if (!(error instanceof MarkdownMissingError)) throw error;
  }
  const shown = isHere ? document : await loadPage(page, signal);
  const linked = shown !== document && shown && findMarkdownLink(shown);
  const markdown =
    (linked && (await readPageMarkdown(linked, signal).catch(() => ''))) ||
    (shown && pageAsMarkdown(null, shown));
  if (markdown) return markdown;
  throw new ToolRefusal(`not-found: There is no page at ${page.href}. Find it with search_docs.`);
}

/** Load another page, without running anything in it. `DOMParser` takes no text where the page has Trusted Types. */
function loadPage({ href }: URL, signal: AbortSignal): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.addEventListener('load', () => resolve(request.status === 200 ? request.responseXML : null));
    request.addEventListener('error', () => reject(new Error('The page could not be loaded.')));
    request.addEventListener('abort', () => reject(new Error('The call was ended.')));
    signal.addEventListener('abort', () => request.abort());
    request.open('GET', href);
    request.send();
  });
}
