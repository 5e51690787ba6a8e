import { serveHandler } from '../../src/node.ts';

/**
 * The hosted platform as its public documentation of August 2026 describes it, where that is more than the contract of the API.
 * The assistant is below `/discovery`, the project at the root.
 */
export interface Platform extends AsyncDisposable {
  /** Base address of the assistant and search endpoints. */
  readonly url: string;
  readonly adminUrl: string;
  /** What has arrived so far, in order. */
  readonly received: PlatformRequest[];
}

export interface PlatformRequest {
  method: string;
  /** Path and query. */
  path: string;
  authorization: string | null;
  body: Body | null;
}

/** A body, with the fields that are looked at. */
interface Body {
  [name: string]: unknown;
  pageSize?: number;
  messages?: { [name: string]: unknown; content?: string; parts?: { text?: string }[] }[];
  threadId?: string;
  currentPath?: string;
  retrievalPageSize?: number;
}

export const PLATFORM_KEY = 'mint_dsc_of-the-tests';
export const PLATFORM_ADMIN_KEY = 'mint_of-the-tests';

const RESULTS = [
  { content: '# Install\nRun npm i', path: 'quickstart', metadata: { title: 'Quickstart' } },
  { content: 'x', path: '/guides/x', metadata: { title: 'Guide X', href: '/guides/x#a' } },
];

/** Pages that answers name without an excerpt, where the question wants that. The last two are not there. */
const PAGES = [
  {
    path: 'guides/retries#backoff',
    content:
      '---\ntitle: Retries\n---\n# Retries\n\nA job runs again.\n\n## Backoff\n\nEach wait is **twice** as long.\n\n## Limits\n\nFive.\n',
  },
  { path: '/guides/queues', content: '---\ntitle: Queues\n---\n\nJobs wait in a [queue](/queue).\n' },
  {
    path: 'guides/hostile',
    content:
      '<img src=x onerror="top.attacked = 1"> <script>top.attacked = 1</script> [here](javascript:top.attacked=1) ' +
      '\u4e2d'.repeat(500),
  },
  { path: 'guides/gone', content: null },
  { path: 'https://elsewhere.example/page', content: null },
];

const SESSIONS = Array.from({ length: 30 }, (_, index) => ({
  sessionId: `s${index}`,
  subdomain: 'acme',
  branch: index === 0 ? null : `docs/${index}`,
  haulted: index > 1,
  haultReason: ['processing', 'interrupted'][index] ?? 'completed',
  pullRequestLink: index > 1 ? `https://github.com/a/b/pull/${index}` : '',
  messageToUser: `Message ${index}`,
  todos: [{ content: 'Rewrite', status: 'in_progress', priority: 'medium', id: 't' }],
  userId: 'u',
  title: `Title ${index}`,
  createdAt: new Date(Date.UTC(2026, 7, 21) - index * 1_000_000).toISOString(),
}));

const UPDATE = {
  _id: 'u1',
  projectId: 'p1',
  createdAt: '2026-08-21T12:00:00.000Z',
  endedAt: null,
  status: 'in_progress',
  summary: '',
  logs: [],
  subdomain: 'acme',
  screenshot: '',
  author: { name: 'Ann', avatarUrl: 'https://pictures.example/ann.png', githubUserId: 1 },
  commit: {
    sha: 'abc',
    ref: 'main',
    message: 'm',
    filesChanged: { added: [], modified: ['a'], removed: [] },
  },
  source: 'gitlab',
};

const AGENT_JOB = {
  id: 'j1',
  status: 'active',
  source: { repository: 'acme/docs', ref: 'docs/retries' },
  model: 'large',
  prLink: null,
  createdAt: '2026-08-21T12:00:00.000Z',
  archivedAt: null,
};

/** Input of a tool that stays unfinished: the name of the tool is not public. */
const CLARIFYING_QUESTION = {
  type: 'tool-input-available',
  toolCallId: 't2',
  toolName: 'askClarifyingQuestion',
  input: { question: 'Which SDK?', options: ['Node', 'Python'] },
};

/** Start it. */
export async function startPlatform(): Promise<Platform> {
  const received: PlatformRequest[] = [];
  const threads = new Map<string, string>();
  const server = await serveHandler(
    async (request): Promise<Response> => {
      const { pathname, search, searchParams } = new URL(request.url);
      const text = await request.text();
      const authorization = request.headers.get('authorization');
      const body = text === '' ? null : readJson(text);
      received.push({ method: request.method, path: pathname + search, authorization, body: body ?? null });
      const isAdmin = !pathname.startsWith('/discovery/');
      const key = authorization?.replace(/^Bearer /, '');
      if (key !== PLATFORM_ADMIN_KEY && (isAdmin || key !== PLATFORM_KEY))
        return Response.json({ error: 'Unauthorized' }, { status: 401 });
      if (body === undefined) return Response.json({ error: 'Invalid JSON' }, { status: 400 });
      const route = `${request.method} ${pathname.replace(/^\/discovery/, '')}`;
      const [, version] = /^POST \/(v[12])\/assistant\/[^/]+\/message$/.exec(route) ?? [];
      if (version) return answer(version, body, threads);
      if (/^POST \/v1\/search\/[^/]+$/.test(route)) {
        const { query, pageSize = 10 } = body ?? {};
        return typeof query === 'string'
          ? Response.json(RESULTS.slice(0, pageSize))
          : Response.json({ error: 'query' }, { status: 400 });
      }
      if (/^POST \/v1\/page\/[^/]+$/.test(route)) return readPage(body);
      if (/^GET \/v1\/agent\/[^/]+\/jobs$/.test(route)) {
        const skip = Number(searchParams.get('skip') ?? 0);
        const take = Math.min(Number(searchParams.get('take') ?? 12), 100);
        return Response.json({ allSessions: SESSIONS.slice(skip, skip + take) });
      }
      return Response.json(...answerProject(route, body));
    },
    { closeWithin: 0 },
  );
  return {
    url: `${server.url}/discovery`,
    adminUrl: server.url,
    received,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function answerProject(route: string, body: Body | null): [body: object, init?: ResponseInit] {
  const created = { status: 201 };
  const accepted = { status: 202 };
  const [, sessionId] = /^GET \/v1\/agent\/[^/]+\/job\/([^/]+)$/.exec(route) ?? [];
  const session = SESSIONS.find((one) => one.sessionId === sessionId);
  if (session) return [session];
  if (/^POST \/v2\/agent\/[^/]+\/job$/.test(route)) {
    return typeof body?.prompt === 'string' ? [AGENT_JOB, created] : [{ error: 'prompt' }, { status: 400 }];
  }
  if (/^(?:GET \/v2\/agent\/[^/]+\/job\/j1|POST \/v2\/agent\/[^/]+\/job\/j1\/message)$/.test(route))
    return [AGENT_JOB];
  if (/^POST \/v1\/project\/update\/[^/]+$/.test(route)) return [{ statusId: 'u1' }, accepted];
  if (/^GET \/v1\/project\/update-status\/[^/]+$/.test(route)) return [UPDATE];
  if (/^POST \/v1\/project\/preview\/[^/]+$/.test(route)) {
    const { branch } = body ?? {};
    return typeof branch === 'string'
      ? [{ statusId: 'u1', previewUrl: `https://acme-${branch}.preview.example` }, accepted]
      : [{ error: 'branch' }, { status: 400 }];
  }
  return [{ message: 'Not found' }, { status: 404 }];
}

function readPage(body: Body | null): Response {
  const page = [...RESULTS, ...PAGES].find(({ path }) => path.replace(/#.*/, '') === body?.path);
  return page && page.content !== null
    ? Response.json({ path: page.path, content: page.content })
    : Response.json({ message: 'Page not found' }, { status: 404 });
}

function answer(version: string, body: Body | null, threads: Map<string, string>): Response {
  const { fp, messages, threadId, threadKey, currentPath, retrievalPageSize = 5 } = body ?? {};
  const isMessage = (message: NonNullable<Body['messages']>[number]) =>
    message.id &&
    message.role &&
    Array.isArray(message.parts) &&
    (version === 'v2' || typeof message.content === 'string');
  if (!fp || !Array.isArray(messages) || !messages.every(isMessage))
    return Response.json({ error: 'Invalid message' }, { status: 400 });
  if (currentPath !== undefined && currentPath.length > 200)
    return Response.json({ error: 'currentPath' }, { status: 400 });
  const id = threadId ?? `01K${threads.size}`;
  if (threadId && threads.get(id) !== threadKey)
    return Response.json({ message: 'Thread not found' }, { status: 404 });
  const headers = new Headers({ 'x-thread-id': id });
  if (!threadId) {
    threads.set(id, `key-of-${id}`);
    headers.set('x-thread-key', `key-of-${id}`);
  }
  const question = messages.at(-1)?.parts?.[0]?.text ?? '';
  const found = question.includes('without excerpts')
    ? PAGES.map(({ path }) => ({ content: '', path, metadata: { title: path } }))
    : RESULTS;
  const results = found.slice(0, retrievalPageSize);
  const text = `Use [quickstart](/quickstart). You are on page ${currentPath}.\n\n\`\`\`suggestions\n(Quickstart)[/quickstart]\n\`\`\`\n`;
  const pieces = text.match(/[^]{1,7}/g)!;
  if (version === 'v1') {
    headers.set('content-type', 'text/plain; charset=utf-8');
    headers.set('x-vercel-ai-data-stream', 'v1');
    const end = { usage: { promptTokens: 1, completionTokens: 1 }, isContinued: false };
    const lines: [code: string, value: unknown][] = [
      ['f', { messageId: 'msg-1' }],
      ['9', { toolCallId: 't1', toolName: 'search', args: { query: 'install' } }],
      ['a', { toolCallId: 't1', result: { type: 'search', results } }],
      ['e', { finishReason: 'tool-calls', ...end }],
      ['f', { messageId: 'msg-2' }],
      ...pieces.map((piece): [string, unknown] => ['0', piece]),
      ['e', { finishReason: 'stop', ...end }],
      ['d', { finishReason: 'stop', ...end }],
    ];
    return new Response(lines.map(([code, value]) => `${code}:${JSON.stringify(value)}\n`).join(''), {
      headers,
    });
  }
  headers.set('content-type', 'text/event-stream');
  headers.set('x-vercel-ai-ui-message-stream', 'v1');
  const asks = question.includes('which SDK');
  const chunks = [
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'tool-input-available', toolCallId: 't1', toolName: 'search', input: { query: 'install' } },
    { type: 'tool-output-available', toolCallId: 't1', output: { type: 'search', results } },
    { type: 'finish-step' },
    { type: 'start-step' },
    ...(asks ? [CLARIFYING_QUESTION] : []),
    { type: 'text-start', id: 'a' },
    ...pieces.map((delta) => ({ type: 'text-delta', id: 'a', delta })),
    { type: 'text-end', id: 'a' },
    { type: 'finish-step' },
    { type: 'finish' },
  ].map((chunk) => JSON.stringify(chunk));
  return new Response([...chunks, '[DONE]'].map((data) => `data: ${data}\n\n`).join(''), { headers });
}

function readJson(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}
