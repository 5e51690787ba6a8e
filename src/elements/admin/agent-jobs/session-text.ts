import type { AgentSession, Todo } from '../../../protocol/api.ts';
import { stripMarkdown } from '../../../protocol/excerpt/plain-text.ts';
import type { Text } from '../failure.view.ts';

/** How a session stands, for colour and filter. */
export type SessionTone = 'running' | 'done' | 'attention';

/** What is said of a state. */
export interface SessionState {
  readonly label: string;
  /** What it means, and what to do. */
  readonly hint: string;
  readonly tone: SessionTone;
}

/** Longest text that stands for a name, in characters: about a line. */
const MAX_NAME_LENGTH = 100;

/** What is said of a session's state. A reason that is not known is shown as it came. */
export function describeState({ haulted, haultReason: reason }: AgentSession, text: Text): SessionState {
  if (!haulted) return { label: text('running'), hint: text('runningHint'), tone: 'running' };
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

/** The state of a todo item in words; one that is not known as it came. */
export function describeTodoStatus({ status }: Todo, text: Text): string {
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

/** A priority in words; one that is not known as it came. */
export function describePriority({ priority }: Todo, text: Text): string {
  return priority === 'high' || priority === 'medium' || priority === 'low' ? text(priority) : priority;
}

export function isDone({ status }: Todo): boolean {
  return status === 'completed';
}

/** How far the todo list has come; nothing where there is none. */
export function describeProgress({ todos }: AgentSession, text: Text): string {
  const total = todos.length;
  return total === 0 ? '' : text('progress', { done: todos.filter(isDone).length, total });
}

/** What a session is called: its branch, else what it says of itself. */
export function nameOf({ branch, messageToUser }: AgentSession, text: Text): string {
  return (
    branch ||
    stripMarkdown(messageToUser?.split('\n', 1)[0] ?? '').slice(0, MAX_NAME_LENGTH) ||
    text('noBranch')
  );
}

/** Whether a session says all words of a query. */
export function matchesQuery(session: AgentSession, query: string): boolean {
  const { sessionId, branch, messageToUser, pullRequestLink, haultReason, todos } = session;
  const said = [
    ...[sessionId, branch, messageToUser, pullRequestLink, haultReason],
    ...todos.map(({ content }) => content),
  ];
  const all = said.join('\n').toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
