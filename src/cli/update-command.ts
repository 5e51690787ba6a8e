import { setTimeout as wait } from 'node:timers/promises';
import type { DocsClient } from '../client/docs-client.ts';
import type { UpdateStatus } from '../protocol/api.ts';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { isBranch } from '../protocol/requests/read-platform-request.ts';
import { callPlatform } from './platform-call.ts';
import { defineCommand } from './define-command.ts';
import { ENDPOINT_OPTIONS, openAdminClient } from './admin-client.ts';
import { cleanLine as clean, toJsonLine } from './terminal-text.ts';
import { printStatus } from './report-progress.ts';
import { OPTIONS, VARIABLES } from './options.ts';
import { pick, UsageError } from './read-option.ts';

/** Milliseconds between two polls: at first, and at most. Backoff by a half while nothing changes. */
const FIRST_INTERVAL = 300;
const MAX_INTERVAL = 3_000;
/** Maximum number of failed polls in a row, after which it gives up. */
const MAX_FAILURES = 10;

const PREVIEW_FAILURES = {
  missing: 'there are no previews, which only the hosted platform has',
  limit: 'too many requests, the hosted platform takes 5 a minute',
};

/** `docs-assistant update` */
export const command = defineCommand({
  usage: [
    'update start --project ID [options]',
    'update preview BRANCH --project ID [options]',
    'update status STATUS-ID [options]',
  ],
  about: `Starts a deployment update, or shows the state of one, at any service of the documentation-platform API.
preview starts one that shows a branch, at the hosted platform of Mintlify or a proxy in front of it, and
prints its id and the address of the preview.`,
  options: { ...ENDPOINT_OPTIONS, ...pick(OPTIONS, 'follow', 'json') },
  variables: pick(VARIABLES, 'DOCS_ADMIN_KEY'),
  notes: `With --follow, log lines go to stderr as they come, and the exit code is 1 when the update fails.
Failed requests are retried for a while.`,
  async run(values, positionals) {
    const [action, id, ...more] = positionals;
    const isValid = action === 'start' ? id === undefined : action === 'status' || action === 'preview';
    if (!isValid || (action !== 'start' && id === undefined) || more.length > 0) {
      throw new UsageError('Use start, preview with a branch, or status with the id that these printed.');
    }
    if (action !== 'status' && !values.project) throw new UsageError('Name the project with --project.');
    if (action === 'preview' && !isBranch(id!)) throw new UsageError(`"${id}" is no name of a branch.`);
    const client = openAdminClient(values);

    let statusId = id!;
    if (action !== 'status') {
      const started =
        action === 'start'
          ? await client.startUpdate()
          : await callPlatform(client.startPreview(id!), PREVIEW_FAILURES);
      statusId = started.statusId;
      print(values.json ? toJsonLine(started).trimEnd() : Object.values(started).map(clean).join('\n'));
      if (!values.follow) return 0;
    }
    const update = values.follow
      ? await follow(client, statusId, values.json ? printJsonChange : printChange)
      : await client.getUpdate(statusId);
    print(values.json ? toJsonLine(update).trimEnd() : describe(update));
    return values.follow && update.status === 'failure' ? 1 : 0;
  },
});

/** Changes since the last poll. */
interface Change {
  statusId: string;
  status: string;
  summary: string | null;
  logs: string[];
}

async function follow(
  client: DocsClient,
  statusId: string,
  onChange: (change: Change) => void,
): Promise<UpdateStatus> {
  let lastLine: string | undefined;
  let state = '';
  let failures = 0;
  let interval = FIRST_INTERVAL;
  for (;;) {
    try {
      const update = await client.getUpdate(statusId);
      failures = 0;
      // A service may keep only the latest lines.
      const logs =
        lastLine === undefined ? update.logs : update.logs.slice(update.logs.lastIndexOf(lastLine) + 1);
      lastLine = update.logs.at(-1);
      const { status, summary = null } = update;
      const isNew = logs.length > 0 || state !== `${status} ${summary}`;
      if (isNew) onChange({ statusId, status, summary, logs });
      state = `${status} ${summary}`;
      if (isOver(update)) return update;
      interval = isNew ? FIRST_INTERVAL : Math.min(interval * 1.5, MAX_INTERVAL);
    } catch (error) {
      if (!(error instanceof RequestFailure) || !error.retryable || ++failures >= MAX_FAILURES) throw error;
      interval = Math.max((error.retryAfter ?? 0) * 1000, MAX_INTERVAL);
    }
    await wait(interval);
  }
}

/** Unknown states of other services are recognised as ended by their time. */
function isOver({ status, endedAt }: UpdateStatus): boolean {
  return status === 'success' || status === 'failure' || (endedAt ?? null) !== null;
}

function printJsonChange(change: Change): void {
  process.stdout.write(toJsonLine(change));
}

function printChange({ status, summary, logs }: Change): void {
  for (const line of logs) printStatus(clean(line));
  if (status === 'queued' || status === 'in_progress')
    printStatus(clean(`${status}${summary ? `: ${summary}` : ''}`));
}

function describe(update: UpdateStatus): string {
  const { status, summary, commit, author, source, createdAt, endedAt } = update;
  const lines = [
    `${status}${summary ? `: ${summary}` : ''}`,
    `started ${createdAt}${source ? ` by ${source}` : ''}${endedAt ? `, ended ${endedAt}` : ''}`,
  ];
  if (commit) {
    const { added, modified, removed } = commit.filesChanged;
    lines.push(
      `commit ${commit.sha} of ${commit.ref}${author ? ` by ${author}` : ''}: ${commit.message.split('\n', 1)[0]}`,
      `files: ${added.length} added, ${modified.length} modified, ${removed.length} removed`,
    );
  }
  return lines.map(clean).join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
