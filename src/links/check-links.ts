import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentSessionReport, Todo } from '../protocol/api.ts';
import { DEFAULT_DOCS_LIMITS } from '../service/docs/docs-limits.ts';
import { isHtmlFile, listDocsFiles } from '../service/docs/list-docs-files.ts';
import { createMarkdownParser } from '../service/docs/markdown-parser.ts';
import { detectScopeNames } from '../service/docs/page-scope.ts';
import { SourceFailure } from '../service/deploy/docs-source.ts';
import { openDocsWorkTree, type DocsWorkTree, type WorkTreeSource } from './docs-work-tree.ts';
import { findBrokenLinks, type BrokenLink } from './find-broken-links.ts';
import { readLinkedPage, type LinkedPage } from './linked-page.ts';
import { SESSION_LIMITS } from '../service/http/session-report.ts';
import { repairLinks, type Repair } from './repair-links.ts';

export interface LinkCheckOptions {
  source: WorkTreeSource;
  /** Whether to push the branch with the repairs. */
  push: boolean;
  /** Called with the report of each step, as a session records it. The last report halts the session. */
  report: (report: AgentSessionReport) => Promise<void>;
  signal: AbortSignal;
}

/** Result of a check. */
export interface LinkCheck {
  pages: number;
  links: number;
  broken: readonly BrokenLink[];
  repairs: readonly Repair[];
  /** Branch with the repairs; `null` if there are none, or no repository to commit them to. */
  branch: string | null;
}

const READ: Omit<Todo, 'status'> = {
  id: 'read',
  content: 'Read all pages and their headings',
  priority: 'high',
};
const FIND: Omit<Todo, 'status'> = { id: 'find', content: 'Find links that lead nowhere', priority: 'high' };
const PRIORITIES = { page: 'high', anchor: 'medium', translation: 'low' } as const;
const REASONS = {
  page: 'leads to no page',
  anchor: 'leads to a page without that heading',
  translation: 'leads to a page that is not translated',
} as const;

/**
 * Run the job `check-links`: find the broken links of a documentation, repair those with one plausible target on a new branch,
 * and report each of them as a todo item.
 *
 * @throws SourceFailure and errors of `report`, after reporting that the session ended with an error
 */
export async function runLinkCheck({ source, push, report, signal }: LinkCheckOptions): Promise<LinkCheck> {
  await report({ todos: [todo(READ, 'in_progress'), todo(FIND, 'pending')] });
  try {
    await using tree = await openDocsWorkTree(source, signal);
    const pages = await readPages(tree.dir, signal);
    await report({ todos: [todo(READ, 'completed'), todo(FIND, 'in_progress')] });
    const broken = findBrokenLinks(pages, (file) => existsSync(join(tree.dir, file)));
    const repairs = tree.canCommit ? await repairFiles(tree.dir, broken) : [];
    const branch = repairs.length === 0 ? null : await commitRepairs(tree, repairs);
    const check: LinkCheck = {
      pages: pages.length,
      links: pages.reduce((count, page) => count + page.links.length, 0),
      broken,
      repairs,
      branch,
    };
    await report({ branch, todos: toTodos(check) });
    const pushed = push && branch !== null ? await pushOrExplain(tree, branch) : null;
    await report({
      haulted: true,
      haultReason: pushed === null ? 'completed' : 'github_missconfigured',
      messageToUser: [describeCheck(check, push, tree), pushed].filter(Boolean).join(' '),
    });
    return check;
  } catch (error) {
    await report({ haulted: true, haultReason: 'error', messageToUser: messageOf(error) });
    throw error;
  }
}

async function readPages(dir: string, signal: AbortSignal): Promise<LinkedPage[]> {
  const parser = createMarkdownParser();
  const listing = await listDocsFiles(dir, DEFAULT_DOCS_LIMITS);
  // Built pages are not repaired, because the next build would undo it.
  const files = listing.files.filter(({ file }) => !isHtmlFile(file));
  const scopes = detectScopeNames(files.map(({ file }) => file));
  const pages: LinkedPage[] = [];
  for (const { file, absolute } of files) {
    signal.throwIfAborted();
    const page = readLinkedPage(file, await readFile(absolute), { parser, scopes });
    if (page !== null) pages.push(page);
  }
  return pages;
}

async function repairFiles(dir: string, broken: readonly BrokenLink[]): Promise<Repair[]> {
  const repairs: Repair[] = [];
  for (const [file, links] of Map.groupBy(broken, (link) => link.file)) {
    const path = join(dir, file);
    const repaired = repairLinks(await readFile(path, 'utf8'), links);
    if (repaired.repairs.length === 0) continue;
    await writeFile(path, repaired.text);
    repairs.push(...repaired.repairs);
  }
  return repairs;
}

async function commitRepairs(tree: DocsWorkTree, repairs: readonly Repair[]): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const branch = `docs-assistant/check-links-${day}-${randomBytes(3).toString('hex')}`;
  const lines = repairs.map(
    ({ link, replacement }) => `${link.file}:${link.line}: ${link.url} -> ${replacement}`,
  );
  await tree.commit(
    branch,
    `Repair ${countOf(repairs.length, 'link')} that led nowhere\n\n${lines.join('\n')}`,
  );
  return branch;
}

/** Push a branch. @returns the error for the report, `null` without one */
async function pushOrExplain(tree: DocsWorkTree, branch: string): Promise<string | null> {
  try {
    await tree.push(branch);
    return null;
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return `${error.message}. Give this machine the right to push, then run the job again.`;
  }
}

function todo(item: Omit<Todo, 'status'>, status: string): Todo {
  return { ...item, status };
}

function toTodos({ broken, repairs }: LinkCheck): Todo[] {
  const replacements = new Map(repairs.map(({ link, replacement }) => [link, replacement]));
  const todos = broken.map((link, index): Todo => {
    const replacement = replacements.get(link);
    return {
      id: `link-${index + 1}`,
      content: describeLink(link, replacement).slice(0, SESSION_LIMITS.todoCharacters),
      status: replacement === undefined ? 'pending' : 'completed',
      priority: PRIORITIES[link.missing],
    };
  });
  // Most important first, because only the first items are kept.
  const order = ['high', 'medium', 'low'];
  todos.sort((a, b) => order.indexOf(a.priority) - order.indexOf(b.priority));
  const room = SESSION_LIMITS.todos - 3;
  const left = todos.length - room;
  return [
    todo(READ, 'completed'),
    todo(FIND, 'completed'),
    ...todos.slice(0, room),
    ...(left > 0 ? [{ id: 'more', content: `${left} more links`, status: 'pending', priority: 'low' }] : []),
  ];
}

function describeLink(
  { file, line, url, missing, plausible }: BrokenLink,
  replacement: string | undefined,
): string {
  const what = `${file}:${line}: ${url} ${REASONS[missing]}.`;
  if (replacement !== undefined) return `${what} Repaired: ${replacement}`;
  return plausible.length === 0 ? what : `${what} Meant may be: ${plausible.join(', ')}`;
}

function describeCheck(
  { pages, links, broken, repairs, branch }: LinkCheck,
  push: boolean,
  tree: DocsWorkTree,
): string {
  const read = `${countOf(links, 'link')} on ${countOf(pages, 'page')}`;
  if (broken.length === 0) return `${read}: all of them lead somewhere.`;
  const found = `${read}: ${broken.length} ${broken.length === 1 ? 'leads' : 'lead'} nowhere.`;
  if (!tree.canCommit) return `${found} Nothing is repaired: the folder is in no git work tree.`;
  if (branch === null) return `${found} None has one plausible target: they need a person.`;
  const where = push ? `the branch ${branch}` : `the branch ${branch} of the repository, which is not pushed`;
  const left = broken.length - repairs.length;
  return `${found} ${countOf(repairs.length, 'link')} repaired on ${where}.${left > 0 ? ` ${left} need a person.` : ''}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, SESSION_LIMITS.messageCharacters);
}
