import type {
  AgentSession,
  AgentSessionList,
  Commit,
  Todo,
  UpdateStatus,
  UpdateTrigger,
} from '../protocol/api.ts';
import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import { badContent } from './read-json.ts';
import { readList, readText, readTexts } from './read-values.ts';

/** Read one agent session. @throws RequestFailure `bad-content` when it has no `sessionId` */
export function readAgentSession(value: unknown): AgentSession {
  if (!isRecord(value) || typeof value.sessionId !== 'string')
    throw badContent('The answer is not an agent session.');
  return {
    sessionId: value.sessionId,
    subdomain: readText(value.subdomain) ?? '',
    branch: readText(value.branch),
    haulted: value.haulted === true,
    haultReason: readText(value.haultReason),
    pullRequestLink: readText(value.pullRequestLink),
    messageToUser: readText(value.messageToUser),
    todos: readList(value.todos).filter(isRecord).map(readTodo),
    createdAt: readText(value.createdAt) ?? '',
  };
}

/** Read the list of agent sessions; items that are none are dropped. @throws RequestFailure `bad-content` if it is no list */
export function readAgentSessions(value: unknown): AgentSessionList {
  if (!isRecord(value) || !Array.isArray(value.allSessions))
    throw badContent('The answer has no agent sessions.');
  const sessions = readList(value.allSessions).filter(
    (entry) => isRecord(entry) && typeof entry.sessionId === 'string',
  );
  return { allSessions: sessions.map(readAgentSession) };
}

/** @throws RequestFailure `bad-content` when there is no `statusId` */
export function readUpdateTrigger(value: unknown): UpdateTrigger {
  if (!isRecord(value) || typeof value.statusId !== 'string') throw badContent('The answer has no statusId.');
  return { statusId: value.statusId };
}

/** Read the state of an update. @throws RequestFailure `bad-content` when it has no `_id` or no `status` */
export function readUpdateStatus(value: unknown): UpdateStatus {
  if (!isRecord(value) || typeof value._id !== 'string' || typeof value.status !== 'string') {
    throw badContent('The answer is not the status of an update.');
  }
  return {
    _id: value._id,
    projectId: readText(value.projectId) ?? '',
    createdAt: readText(value.createdAt) ?? '',
    endedAt: readText(value.endedAt),
    status: value.status,
    summary: readText(value.summary),
    logs: readTexts(value.logs),
    subdomain: readText(value.subdomain),
    screenshot: readText(value.screenshot),
    screenshotLight: readText(value.screenshotLight),
    screenshotDark: readText(value.screenshotDark),
    // Some servers send the author as an object.
    author: readText(isRecord(value.author) ? value.author.name : value.author),
    commit: isRecord(value.commit) ? readCommit(value.commit) : null,
    source: readText(value.source),
  };
}

function readTodo(todo: UnknownRecord): Todo {
  return {
    content: readText(todo.content) ?? '',
    status: readText(todo.status) ?? '',
    priority: readText(todo.priority) ?? '',
    id: readText(todo.id) ?? '',
  };
}

function readCommit(commit: UnknownRecord): Commit {
  const files = isRecord(commit.filesChanged) ? commit.filesChanged : {};
  return {
    sha: readText(commit.sha) ?? '',
    ref: readText(commit.ref) ?? '',
    message: readText(commit.message) ?? '',
    filesChanged: {
      added: readTexts(files.added),
      modified: readTexts(files.modified),
      removed: readTexts(files.removed),
    },
  };
}
