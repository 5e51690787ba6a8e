import type { AgentSession, Todo } from '../../../protocol/api.ts';
import { stripMarkdown } from '../../../protocol/excerpt/plain-text.ts';
import { isOver, type Task } from '../../../state/admin/task-list.ts';
import type { TextLookup } from '../failure.view.ts';

/** State of a session, for colour and filter. */
export type SessionTone = 'running' | 'done' | 'attention';

/** A state in words. */
export interface SessionState {
  readonly label: string;
  /** Its meaning, and what to do. */
  readonly hint: string;
  readonly tone: SessionTone;
}

/** Maximum length of a text used as a name, in characters: about a line. */
const MAX_NAME_LENGTH = 100;

/** Return the state of a session in words. An unknown reason is shown unchanged. */
export function describeState(
  { haulted, haultReason: reason }: AgentSession,
  text: TextLookup,
): SessionState {
  // The hosted platform gives reasons while a session runs, too.
  if (reason === 'interrupted')
    return { label: text('interrupted'), hint: text('interruptedHint'), tone: 'attention' };
  if (!haulted) {
    const label = text('running') + (reason && reason !== 'processing' ? ` (${reason})` : '');
    return { label, hint: text('runningHint'), tone: 'running' };
  }
  switch (reason) {
    case 'completed':
      return { label: text('completed'), hint: text('completedHint'), tone: 'done' };
    case 'github_missconfigured':
      return { label: text('misconfigured'), hint: text('misconfiguredHint'), tone: 'attention' };
    case 'error':
      return { label: text('failed'), hint: text('failedHint'), tone: 'attention' };
    default:
      return { label: reason ? text('haltedFor', { reason }) : text('halted'), hint: '', tone: 'attention' };
  }
}

/** Return the state of a task of the hosted platform's agent in words. An unknown one is shown unchanged. */
export function describeTask(
  task: Task,
  text: TextLookup,
): { readonly label: string; readonly tone: SessionTone | 'waiting' } {
  const { status } = task.job;
  if (task.isGone) return { label: text('taskGone'), tone: 'attention' };
  switch (status) {
    case 'active':
      return { label: text('running'), tone: 'running' };
    case 'completed':
      return { label: text('completed'), tone: 'done' };
    case 'failed':
      return { label: text('failed'), tone: 'attention' };
    case 'archived':
      return { label: text('archived'), tone: 'waiting' };
    default:
      return { label: status || text('unknown'), tone: isOver(task) ? 'waiting' : 'running' };
  }
}

/** Return the state of a todo item in words; an unknown one unchanged. */
export function describeTodoStatus({ status }: Todo, text: TextLookup): string {
  switch (status) {
    case 'pending':
    case 'completed':
    case 'cancelled':
      return text(status);
    case 'in_progress':
      return text('inProgress');
    default:
      return status;
  }
}

/** Return a priority in words; an unknown one unchanged. */
export function describePriority({ priority }: Todo, text: TextLookup): string {
  return priority === 'high' || priority === 'medium' || priority === 'low' ? text(priority) : priority;
}

export function isDone({ status }: Todo): boolean {
  return status === 'completed';
}

/** Return the progress of the todo list; `''` if there is none. */
export function describeProgress({ todos }: AgentSession, text: TextLookup): string {
  const total = todos.length;
  return total === 0 ? '' : text('progress', { done: todos.filter(isDone).length, total });
}

/** Return the name of a session: its title or its branch, else the first line of its message. */
export function nameOf({ title, branch, messageToUser }: AgentSession, text: TextLookup): string {
  return (
    title?.trim().slice(0, MAX_NAME_LENGTH) ||
    branch ||
    stripMarkdown(messageToUser?.split('\n', 1)[0] ?? '').slice(0, MAX_NAME_LENGTH) ||
    text('noBranch')
  );
}

/** Whether a session has all words of a query. */
export function matchesQuery(session: AgentSession, query: string): boolean {
  const { sessionId, title, userId, branch, messageToUser, pullRequestLink, haultReason, todos } = session;
  const said = [
    ...[sessionId, title, userId, branch, messageToUser, pullRequestLink, haultReason],
    ...todos.map(({ content }) => content),
  ];
  const all = said.join('\n').toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Return what to say of new or changed sessions; `''` for none. */
export function describeChange(
  kind: 'added' | 'changed',
  ids: readonly string[],
  sessions: readonly AgentSession[],
  text: TextLookup,
): string {
  const session = sessions.find(({ sessionId }) => sessionId === ids[0]);
  if (!session) return '';
  const { label } = describeState(session, text);
  const state = [label, describeProgress(session, text)].filter(Boolean).join(', ');
  return text(kind, { count: ids.length, name: nameOf(session, text), state });
}
