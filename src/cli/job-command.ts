import type { DocsClient } from '../client/docs-client.ts';
import type { AgentSession, AgentSessionReport } from '../protocol/api.ts';
import { runLinkCheck, type LinkCheck } from '../links/check-links.ts';
import type { WorkTreeSource } from '../links/docs-work-tree.ts';
import { messageAgent, promptAgent, showAgent } from './agent-actions.ts';
import { defineCommand, printResult } from './define-command.ts';
import { ENDPOINT_OPTIONS, openAdminClient } from './admin-client.ts';
import { cleanLine } from './terminal-text.ts';
import { printStatus } from './report-progress.ts';
import { readDirectory } from './settings.ts';
import { OPTIONS, VARIABLES } from './options.ts';
import { pick, UsageError, type OptionTable, type OptionValues } from './read-option.ts';

const OPTIONS_OF_JOB = {
  ...pick(OPTIONS, 'branch', 'message', 'pull-request', 'todo', 'todos', 'halt'),
  ...pick(OPTIONS, 'repository', 'folder', 'push'),
  ...ENDPOINT_OPTIONS,
  ...pick(OPTIONS, 'take', 'json'),
} as const satisfies OptionTable;

type Values = OptionValues<typeof OPTIONS_OF_JOB>;

/** `docs-assistant job` */
export const command = defineCommand({
  usage: [
    'job list --project ID [--take N] [options]',
    'job show SESSION-ID --project ID [options]',
    'job start --project ID [report options] [options]',
    'job report SESSION-ID --project ID [report options] [options]',
    'job prompt TEXT --project ID [options]',
    'job message JOB-ID TEXT --project ID [options]',
    'job status JOB-ID --project ID [options]',
    'job check-links DIR [--project ID] [options]',
    'job check-links --repository ADDRESS [--branch NAME] [--folder PATH] [options]',
  ],
  about: `Reads agent sessions from any service of the documentation-platform API. start, report and check-links
also write them, which only the service of docs-assistant supports: with them any coding agent or CI
job can report its progress.

prompt gives the agent of the hosted platform of Mintlify a task and prints the id of its job, message
tells the job more, and status shows how far it is; --endpoint is the address of that platform, or of
a proxy in front of it.

check-links finds broken links to pages and headings, repairs those with one plausible target on a
new branch of the git repository, and records the result as a session if there is a --project. It
reads the newest commit, without uncommitted changes. The exit code is 1 when broken links remain.`,
  options: OPTIONS_OF_JOB,
  variables: pick(VARIABLES, 'DOCS_ADMIN_KEY'),
  async run(values, positionals) {
    const [action, ...rest] = positionals;
    if (action === 'check-links') return checkLinks(values, rest);
    const act = ACTIONS.get(action ?? '');
    if (act === undefined)
      throw new UsageError('Use list, show, start, report, prompt, message, status or check-links.');
    if (!values.project) throw new UsageError('Name the project with --project.');
    const { takes, work } = act;
    const [first = '', second = ''] = rest;
    if (rest.length !== takes.length || rest.includes('')) {
      throw new UsageError(
        takes.length > 0
          ? `Use job ${[action, ...takes].join(' ')}${takes.includes('TEXT') ? ', with the text in quotes' : ''}.`
          : `job ${action} takes options only.`,
      );
    }
    const given = { report: readReport(values), take: values.take };
    const { result, text } = await work(openAdminClient(values), [first, second], given);
    printResult(values.json, result, text);
    return 0;
  },
});

interface Action {
  /** Names of its positional arguments. */
  takes: readonly ('SESSION-ID' | 'JOB-ID' | 'TEXT')[];
  work(
    client: DocsClient,
    args: readonly [string, string],
    given: { report: AgentSessionReport; take: number },
  ): Promise<{ result: unknown; text: string }>;
}

const ACTIONS = new Map<string, Action>([
  [
    'list',
    {
      takes: [],
      async work(client, _, { take }) {
        const result = await client.listJobs({ take });
        if (result.hasMore)
          printStatus(`There are older sessions, too: --take ${Math.min(take * 2, 5000)} lists more.`);
        return {
          result,
          text: result.allSessions.map(describeLine).join('') || 'There is no session yet.\n',
        };
      },
    },
  ],
  [
    'show',
    { takes: ['SESSION-ID'], work: async (client, [id]) => withText(await client.getJob(id), describe) },
  ],
  [
    'start',
    {
      takes: [],
      work: async (client, _, { report }) =>
        withText(await client.startJob(report), ({ sessionId }) => `${sessionId}\n`),
    },
  ],
  [
    'report',
    {
      takes: ['SESSION-ID'],
      work: async (client, [id], { report }) => withText(await client.reportJob(id, report), describe),
    },
  ],
  ['prompt', { takes: ['TEXT'], work: (client, [prompt]) => promptAgent(client, prompt) }],
  [
    'message',
    { takes: ['JOB-ID', 'TEXT'], work: (client, [id, prompt]) => messageAgent(client, id, prompt) },
  ],
  ['status', { takes: ['JOB-ID'], work: (client, [id]) => showAgent(client, id) }],
]);

function withText(result: AgentSession, describeIt: (session: AgentSession) => string) {
  return { result, text: describeIt(result) };
}

async function checkLinks(values: Values, rest: readonly string[]): Promise<number> {
  const source = readSource(values, rest);
  const session = values.project === undefined ? null : await startSession(openAdminClient(values));
  const end = new AbortController();
  const stop = (): void => end.abort(new Error('The check was stopped.'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    let message = '';
    const check = await runLinkCheck({
      source,
      push: values.push,
      signal: end.signal,
      async report(report) {
        message = report.messageToUser ?? message;
        await session?.report(report);
      },
    });
    const result = { sessionId: session?.id ?? null, message, ...check };
    printResult(values.json, result, describeCheck(check, message));
    return check.broken.length > check.repairs.length ? 1 : 0;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

async function startSession(client: DocsClient) {
  const { sessionId: id } = await client.startJob();
  printStatus(`session ${id}`);
  return { id, report: (report: AgentSessionReport) => client.reportJob(id, report) };
}

function readSource({ repository, branch, folder }: Values, rest: readonly string[]): WorkTreeSource {
  if (repository === undefined) {
    if (branch !== undefined || folder !== undefined) {
      throw new UsageError('--branch and --folder require --repository.');
    }
    return { dir: readDirectory(rest) };
  }
  if (rest.length > 0) throw new UsageError('Name a folder or a --repository, not both.');
  return { repository, ...(branch !== undefined && { branch }), ...(folder !== undefined && { folder }) };
}

function readReport(values: Values): AgentSessionReport {
  const { branch, message, halt, 'pull-request': pullRequestLink } = values;
  const todos = readTodos(values);
  return {
    ...(branch !== undefined && { branch }),
    ...(message !== undefined && { messageToUser: message }),
    ...(pullRequestLink !== undefined && { pullRequestLink }),
    ...(todos !== undefined && { todos }),
    ...(halt !== undefined && { haulted: true, haultReason: halt }),
  };
}

function readTodos({ todo = [], todos }: Values): AgentSessionReport['todos'] | undefined {
  if (todos !== undefined) {
    if (todo.length > 0) throw new UsageError('Use --todo or --todos, not both.');
    try {
      return JSON.parse(todos) as NonNullable<AgentSessionReport['todos']>;
    } catch {
      throw new UsageError('--todos takes JSON.');
    }
  }
  if (todo.length === 0) return undefined;
  return todo.map((item) => {
    const [, status, content] = /^([\w-]+):\s*(.+)$/s.exec(item) ?? [];
    if (status === undefined || content === undefined) {
      throw new UsageError(
        `--todo takes a status and a text, such as "pending: Write the page", not "${item}".`,
      );
    }
    return { status, content };
  });
}

function describeLine(session: AgentSession): string {
  const { sessionId, createdAt, branch, title, todos } = session;
  const done = todos.filter(({ status }) => status === 'completed').length;
  const fields = [
    sessionId,
    createdAt,
    stateOf(session),
    branch ?? '',
    title ?? '',
    todos.length > 0 ? `${done}/${todos.length}` : '',
  ];
  return `${cleanLine(fields.filter(Boolean).join('  '))}\n`;
}

function describe(session: AgentSession): string {
  const { sessionId, createdAt, branch, title, userId, pullRequestLink, messageToUser, todos } = session;
  const lines = [
    `${sessionId}  ${stateOf(session)}, started ${createdAt}${userId ? ` by ${userId}` : ''}`,
    ...(title ? [title] : []),
    ...(branch ? [`branch ${branch}`] : []),
    ...(pullRequestLink ? [`pull request ${pullRequestLink}`] : []),
    ...(messageToUser ? [messageToUser] : []),
    ...todos.map(({ status, priority, content }) => `[${status}] ${content} (${priority})`),
  ];
  return lines.map((line) => `${cleanLine(line)}\n`).join('');
}

function stateOf({ haulted, haultReason }: AgentSession): string {
  // The hosted platform gives a reason while a session runs, too, such as "processing".
  return haulted
    ? `halted: ${haultReason ?? 'no reason given'}`
    : `running${haultReason ? `: ${haultReason}` : ''}`;
}

function describeCheck({ broken, repairs, branch }: LinkCheck, message: string): string {
  const repaired = new Map(repairs.map(({ link, replacement }) => [link, replacement]));
  const lines = broken.map((link) => {
    const { file, line, url, missing, plausible } = link;
    const replacement = repaired.get(link);
    const end = replacement
      ? ` -> ${replacement}`
      : plausible.length > 0
        ? ` (meant may be ${plausible.join(', ')})`
        : '';
    return `${replacement ? 'repaired' : 'broken'}  ${file}:${line}  ${url}  no ${missing}${end}`;
  });
  return [...lines, message, ...(branch === null ? [] : [`branch ${branch}`])]
    .map((line) => `${cleanLine(line)}\n`)
    .join('');
}
