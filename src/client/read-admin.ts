import type {
  AgentJob,
  AgentSession,
  AgentSessionList,
  Commit,
  LatestUpdate,
  PageContent,
  PreviewTrigger,
  Todo,
  UpdateStatus,
  UpdateTrigger,
} from '../protocol/api.ts';
import { isRecord, isString, type UnknownRecord } from '../protocol/record.ts';
import { badContent } from './read-json.ts';
import { readArray, stringOf, readTexts } from './read-values.ts';

/** Read one agent session. @throws RequestFailure `bad-content` when it has no `sessionId` */
export function readAgentSession(value: unknown): AgentSession {
  if (!isRecord(value) || typeof value.sessionId !== 'string')
    throw badContent('The answer is not an agent session.');
  return {
    sessionId: value.sessionId,
    subdomain: stringOf(value.subdomain) ?? '',
    branch: stringOf(value.branch),
    haulted: value.haulted === true,
    haultReason: stringOf(value.haultReason),
    pullRequestLink: stringOf(value.pullRequestLink),
    messageToUser: stringOf(value.messageToUser),
    todos: readArray(value.todos).filter(isRecord).map(readTodo),
    createdAt: stringOf(value.createdAt) ?? '',
    ...(isString(value.title) && { title: value.title }),
    ...(isString(value.userId) && { userId: value.userId }),
  };
}

/** Read the list of agent sessions; items that are none are dropped. @throws RequestFailure `bad-content` if it is no list */
export function readAgentSessions(value: unknown): AgentSessionList {
  if (!isRecord(value) || !Array.isArray(value.allSessions))
    throw badContent('The answer has no agent sessions.');
  const sessions = readArray(value.allSessions).filter(
    (entry) => isRecord(entry) && typeof entry.sessionId === 'string',
  );
  return { allSessions: sessions.map(readAgentSession) };
}

/** Read a job of the platform's agent. @throws RequestFailure `bad-content` when it has no `id` */
export function readAgentJob(value: unknown): AgentJob {
  if (!isRecord(value) || typeof value.id !== 'string') throw badContent('The answer is not an agent job.');
  const source = isRecord(value.source) ? value.source : {};
  return {
    id: value.id,
    status: stringOf(value.status) ?? '',
    source: { repository: stringOf(source.repository), ref: stringOf(source.ref) },
    model: stringOf(value.model),
    prLink: stringOf(value.prLink),
    createdAt: stringOf(value.createdAt) ?? '',
    archivedAt: stringOf(value.archivedAt),
  };
}

/** @throws RequestFailure `bad-content` when there is no `statusId` or no `previewUrl` */
export function readPreviewTrigger(value: unknown): PreviewTrigger {
  const { statusId } = readUpdateTrigger(value);
  const previewUrl = isRecord(value) ? stringOf(value.previewUrl) : null;
  if (previewUrl === null) throw badContent('The answer has no previewUrl.');
  return { statusId, previewUrl };
}

/** @throws RequestFailure `bad-content` when there is no `content` */
export function readPageContent(value: unknown, path: string): PageContent {
  if (!isRecord(value) || typeof value.content !== 'string') throw badContent('The answer has no content.');
  return { path: stringOf(value.path) ?? path, content: value.content };
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
    projectId: stringOf(value.projectId) ?? '',
    createdAt: stringOf(value.createdAt) ?? '',
    endedAt: stringOf(value.endedAt),
    status: value.status,
    summary: stringOf(value.summary),
    logs: readTexts(value.logs),
    subdomain: stringOf(value.subdomain),
    screenshot: stringOf(value.screenshot),
    screenshotLight: stringOf(value.screenshotLight),
    screenshotDark: stringOf(value.screenshotDark),
    // Some servers send the author as an object.
    author: stringOf(isRecord(value.author) ? value.author.name : value.author),
    commit: isRecord(value.commit) ? readCommit(value.commit) : null,
    source: stringOf(value.source),
  };
}

/** Read the latest update. @throws RequestFailure `bad-content` when it is something else */
export function readLatestUpdate(value: unknown): LatestUpdate {
  if (!isRecord(value) || value.update === undefined) throw badContent('The answer names no update.');
  return { update: value.update === null ? null : readUpdateStatus(value.update) };
}

function readTodo(todo: UnknownRecord): Todo {
  return {
    content: stringOf(todo.content) ?? '',
    status: stringOf(todo.status) ?? '',
    priority: stringOf(todo.priority) ?? '',
    id: stringOf(todo.id) ?? '',
  };
}

function readCommit(commit: UnknownRecord): Commit {
  const files = isRecord(commit.filesChanged) ? commit.filesChanged : {};
  return {
    sha: stringOf(commit.sha) ?? '',
    ref: stringOf(commit.ref) ?? '',
    message: stringOf(commit.message) ?? '',
    filesChanged: {
      added: readTexts(files.added),
      modified: readTexts(files.modified),
      removed: readTexts(files.removed),
    },
  };
}
