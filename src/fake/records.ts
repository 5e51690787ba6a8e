import type {
  AgentSession,
  DocsFilter,
  SearchRequest,
  SearchResult,
  UpdateState,
  UpdateStatus,
} from '../protocol/api.ts';
import { DEFAULT_SEARCH_PAGE_SIZE } from '../protocol/api.ts';

/** Title, heading, path, anchor and text of each section that is found. */
const SECTIONS = [
  [
    'Getting started',
    'Install',
    'guides/getting-started',
    'install',
    'Install the package with one command.',
  ],
  [
    'Configuration',
    'Endpoint',
    'guides/configuration',
    'endpoint',
    'The endpoint is the base address of a server.',
  ],
  [
    'Configuration',
    'Theme',
    'guides/configuration',
    'theme',
    'The colours follow the page, or are set by a theme.',
  ],
  [
    'Troubleshooting',
    'Nothing happens',
    'guides/troubleshooting',
    'nothing-happens',
    'Look into the console first.',
  ],
  ['Keyboard', 'Shortcuts', 'reference/keyboard', 'shortcuts', 'The search box opens by a slash.'],
  ['Limits', 'Questions', 'reference/limits', 'questions', 'A key has 10,000 questions a month.'],
  ['הגדרות', 'צבעים', 'guides/colours', 'colours', 'אפשר לשנות את הצבעים בעזרת משתנים.'],
] as const;

/** When everything was recorded. */
const RECORDED_AT = '2026-01-05T09:00:00.000Z';
const STATES: readonly UpdateState[] = ['queued', 'in_progress', 'success'];

/** The recorded results, as of the version and the language that are asked for. */
export function recordedResults({ pageSize, filter }: Omit<SearchRequest, 'query'>): SearchResult[] {
  const { version, language }: DocsFilter = filter ?? {};
  return SECTIONS.slice(0, pageSize ?? DEFAULT_SEARCH_PAGE_SIZE).map(
    ([title, heading, path, anchor, content]) => ({
      content,
      path,
      metadata: {
        fake: true,
        title,
        headings: [heading],
        anchor,
        href: `${path}#${anchor}`,
        ...(version !== undefined && { version }),
        ...(language !== undefined && { language }),
      },
    }),
  );
}

/** The recorded agent sessions: one at work, and one of each outcome. */
export const RECORDED_SESSIONS: readonly AgentSession[] = (
  [null, 'completed', 'github_missconfigured', 'error'] as const
).map((haultReason, index) => ({
  sessionId: `fake-session-${index + 1}`,
  subdomain: 'fake',
  branch: `docs/fake-${index + 1}`,
  haulted: haultReason !== null,
  haultReason,
  pullRequestLink: haultReason === 'completed' ? 'https://example.com/pull/1' : null,
  messageToUser: haultReason === null ? null : `A scripted session that ended with "${haultReason}".`,
  todos: [
    { id: 'todo-1', content: 'Read the pages', status: 'completed', priority: 'high' },
    { id: 'todo-2', content: 'Repair the links', status: 'pending', priority: 'medium' },
  ],
  createdAt: RECORDED_AT,
}));

/** The state of an update after `reads` readings: it moves on by each. */
export function recordedUpdate(statusId: string, projectId: string, reads: number): UpdateStatus {
  const status = STATES[Math.min(reads, STATES.length - 1)]!;
  const logs = ['Queued.', 'Reading 3 pages.', 'In service.'].slice(0, STATES.indexOf(status) + 1);
  return {
    _id: statusId,
    projectId,
    createdAt: RECORDED_AT,
    endedAt: status === 'success' ? RECORDED_AT : null,
    status,
    summary: `A scripted update: ${status}.`,
    logs,
    subdomain: 'fake',
    author: 'docs-assistant fake',
    commit: null,
    source: 'api',
  };
}
