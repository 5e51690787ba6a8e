import type { Insights } from '../../src/protocol/api.ts';
import { AdminHarness, json, scriptReplies, session, update } from './admin-harness.ts';

export const openJobs = (endpoint: string, attributes: Record<string, string> = {}) =>
  AdminHarness.open('docs-agent-jobs', { endpoint, 'poll-interval': '0', ...attributes });

/** Opens the element over these sessions, and waits until they are listed. */
export async function openJobsWith(sessions: readonly object[], attributes: Record<string, string> = {}) {
  const jobs = await openJobs(await scriptReplies([{ allSessions: sessions }]), attributes);
  await jobs.until(() => jobs.findAll('.session').length > 0);
  return jobs;
}

export const DONE_SESSION = session('links', {
  haulted: true,
  haultReason: 'completed',
  pullRequestLink: 'https://git.example.com/acme/docs/pull/7',
  messageToUser: 'Two links were repaired.',
  createdAt: '2026-01-03T10:00:00.000Z',
  todos: [
    { id: '1', content: 'Find broken links', status: 'completed', priority: 'high' },
    { id: '2', content: 'Ask a person', status: 'waiting_for_moon', priority: 'someday' },
    { id: '3', content: 'Say so', status: 'pending', priority: 'low' },
  ],
});
export const REFUSED = session('push', {
  haulted: true,
  haultReason: 'github_missconfigured',
  createdAt: '2026-01-02T10:00:00.000Z',
});
export const RUNNING = session('write', { createdAt: '2026-01-01T10:00:00.000Z' });
export const ODD = session('odd', {
  haulted: true,
  haultReason: 'out_of_ink',
  branch: null,
  messageToUser: 'No ink left.\nMore below.',
  createdAt: 'yesterday',
});
export const FAILED = session('failed', {
  haulted: true,
  haultReason: 'error',
  messageToUser: 'The disk is full.',
});
export const MARKDOWN_MESSAGE = `Repaired **2 links** in \`guides/start.md\`:

- [the guide](https://docs.example.com/guide)
- [a trap](javascript:alert(1))

\`\`\`sh
npx docs-assistant check-links
\`\`\`

| Page | Links |
|---|---|
| start | 2 |
`;
export const WRITER = session('writer', {
  branch: null,
  haulted: true,
  haultReason: 'completed',
  messageToUser: MARKDOWN_MESSAGE,
  createdAt: '2026-01-04T10:00:00.000Z',
});
export const ALL = [RUNNING, ODD, REFUSED, DONE_SESSION];

export const openDeployment = (endpoint: string, attributes: Record<string, string> = {}) =>
  AdminHarness.open('docs-deployment', { endpoint, 'poll-interval': '20', ...attributes });
export type Deployment = Awaited<ReturnType<typeof openDeployment>>;

/** Opens the element with an update that stands like this. */
export async function openDeploymentWith(
  status: object,
  attributes: Record<string, string> = {},
): Promise<Deployment> {
  const deployment = await openDeployment(await scriptReplies([status]), {
    'status-id': 'u1',
    'poll-interval': '0',
    ...attributes,
  });
  await deployment.until(() => deployment.has('[part=log], [part=badge]:not([data-tone=running])'));
  return deployment;
}

/** A picture of one colour, in base64. */
export function picture(colour: string): string {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 40;
  const context = canvas.getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 64, 40);
  return canvas.toDataURL('image/png');
}

/** The answer of a server that does not tell the latest update. */
export const NO_LIST = json({}, { status: 404 });

export const END = { endedAt: '2026-01-01T10:01:05.000Z' };
export const COMMIT = {
  sha: '0123456789abcdef0123456789abcdef01234567',
  ref: 'refs/heads/main',
  message: 'Change the birds\n\nAll of them.',
  filesChanged: { added: ['c/new.md'], modified: ['a.md', 'b.md'], removed: ['old.md'] },
};
export const LOGS = [
  '2026-01-01T10:00:00.100Z Fetching branch main.',
  '2026-01-01T10:00:01.200Z Warning: a.md: broken <b>html</b>',
  'No time here',
];
export const DEPLOYED = update('success', {
  ...END,
  summary: 'Deployed commit 0123456.',
  logs: LOGS,
  commit: COMMIT,
  author: 'Ada Writer',
  source: 'api',
});

export const openInsights = (endpoint: string, attributes: Record<string, string> = {}) =>
  AdminHarness.open('docs-insights', { endpoint, 'poll-interval': '0', ...attributes });

/** Opens the element over these insights, and waits until a list is drawn. */
export async function openInsightsWith(insights: Insights, attributes: Record<string, string> = {}) {
  const harness = await openInsights(await scriptReplies([insights]), attributes);
  await harness.until(() => harness.findAll('[part=entry]').length > 0);
  return harness;
}

export const INSIGHTS_OFF = json({ error: 'No insights are kept.', code: 'insights-off' }, { status: 404 });
