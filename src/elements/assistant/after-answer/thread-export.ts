import { parseMarkdown } from '../../../markdown/parse-markdown.ts';
import { readQuotes, splitQuotes, titleOf } from '../../../protocol/quoted-question.ts';
import { ConversationArchive } from '../../../state/archive/conversation-archive.ts';
import type { MarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import { createMarkdownRenderer } from '../../shared/markdown/markdown-renderer.ts';
import { answerMarkdown, threadMarkdown } from './thread-markdown.ts';
import type { AssistantContext } from '../context.ts';

/** Download the conversation as a Markdown file. */
export function saveThread(context: AssistantContext): void {
  const { host, conversation } = context;
  const markdown = threadMarkdown(conversation.turns, headingOf(context), host);
  const url = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName(context)}.md`;
  link.click();
  // Revoked later, because the browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Print the conversation alone, by an invisible frame. */
export async function printThread(context: AssistantContext): Promise<void> {
  // Without them, a table would be printed as its source.
  const extensions = await context.groups.markdownExtensions.load();
  if (!extensions) return;
  const frame = document.createElement('iframe');
  // Safari prints an empty page for a frame that is not rendered.
  frame.className = 'visually-hidden';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  context.host.frame.prepend(frame);
  const page = frame.contentWindow;
  if (page === null) return frame.remove();
  fillPage(page.document, context, extensions);
  const remove = (): void => frame.remove();
  page.addEventListener('afterprint', remove);
  // For browsers that do not dispatch that event in a frame: remove it when the panel is used again.
  context.host.frame.addEventListener('pointerdown', remove, { once: true });
  page.focus();
  page.print();
}

function fillPage(page: Document, context: AssistantContext, extensions: MarkdownExtensions): void {
  const { host, conversation } = context;
  const heading = headingOf(context);
  page.title = heading;
  page.documentElement.lang = host.interfaceLanguage;
  const sheet = new (page.defaultView as typeof globalThis & Window).CSSStyleSheet();
  sheet.replaceSync(PRINT_STYLES);
  page.adoptedStyleSheets = [sheet];
  const add = (name: string, content: string): HTMLElement => {
    const element = page.createElement(name);
    element.dir = 'auto';
    element.textContent = content;
    page.body.append(element);
    return element;
  };
  add('h1', heading);
  for (const turn of conversation.turns) {
    const [quotes] = splitQuotes(turn.question);
    add('h2', titleOf(turn.question));
    for (const { text } of readQuotes(quotes)) add('blockquote', text);
    const draw = createMarkdownRenderer(
      add('div', ''),
      { linkBase: host.linkBase },
      () => ({}),
      () => extensions,
    );
    const blocks = parseMarkdown(answerMarkdown(turn, host), extensions);
    while (!draw(blocks)) continue;
  }
}

/** Return the name that the reader has given the conversation, else the heading of the panel. */
function headingOf(context: AssistantContext): string {
  const { host, text } = context;
  return nameOf(context) ?? host.heading ?? text('heading');
}

function fileName(context: AssistantContext): string {
  const title = nameOf(context) ?? titleOf(context.conversation.turns[0]?.question ?? '');
  const words = title.slice(0, 60).replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return words.replace(/^-|-$/g, '').toLowerCase() || 'conversation';
}

function nameOf({ storage, site, conversation: { id } }: AssistantContext): string | undefined {
  return new ConversationArchive(storage, site).list().find((thread) => thread.id === id)?.name;
}

const PRINT_STYLES = `
  body { font: 11pt/1.5 system-ui, sans-serif; }
  h2 { margin-block-start: 2em; }
  h2, blockquote { white-space: pre-wrap; }
  pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; white-space: pre-wrap; }
  pre { padding: 0.8em; border: 1px solid #ccc; }
  table { border-collapse: collapse; }
  th, td { padding: 0.3em 0.8em; border: 1px solid #ccc; text-align: start; }
  button { display: none; }
  [role='tabpanel'] { display: block; }
  [role='tabpanel']::before { content: attr(aria-label); font-weight: 600; }
`;
