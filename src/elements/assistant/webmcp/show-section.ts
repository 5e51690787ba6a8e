import { openInPage } from '../../shared/links/page-router.ts';
import { decode, headingAt, headingText } from '../../shared/page/headings.ts';
import type { NavigateDetail } from '../docs-assistant.events.ts';
import {
  isShown,
  quoteInput,
  resolveAddress,
  ToolRefusal,
  type PageToolCall,
  type ToolPanel,
} from './tool-call.ts';

/** Milliseconds after which another page is opened, so that the agent has the answer before this page is left. */
const OPENING_TIME = 50;

/** Open a page or a section for the reader, and mark it. */
export async function showSection(
  { host, placement }: ToolPanel,
  { address = '', signal }: PageToolCall,
): Promise<string> {
  const url = resolveAddress(address, host);
  const id = url.hash.slice(1);
  const isHere = isShown(url);
  if (isHere && id && !document.getElementById(decode(id)))
    throw new ToolRefusal(
      `no-section: This page has no section ${quoteInput(url.hash)}. Read it with read_page.`,
    );
  if (!isHere && (await isMissing(url, signal)))
    throw new ToolRefusal(`not-found: There is no page at ${url.href}. Find it with search_docs.`);
  const heading = isHere && id ? headingAt(id) : null;
  const source = { path: address, title: heading ? headingText(heading) : url.pathname };
  const detail: NavigateDetail = { url: url.href, source };
  if (!host.emit('docs-assistant-navigate', detail, { cancelable: true }))
    return `The page shows ${url.href} in its own way.`;
  // A modal panel would cover the page.
  if (placement.isModal) host.hide();
  if (!isHere) {
    setTimeout(() => void openInPage(url.href), OPENING_TIME);
    return `Opening ${url.href}. Wait for the tools of that page.`;
  }
  await openInPage(url.href);
  return `Shown: ${url.href}${heading ? `, ${quoteInput(headingText(heading))}` : ''}.`;
}

/** Whether the site says that it has no page there. */
async function isMissing({ href }: URL, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(href, { method: 'HEAD', signal });
    return status === 404 || status === 410;
  } catch {
    // Opening it says so, too.
    return false;
  }
}
