import type { Todo } from '../../protocol/api.ts';
import { readObject, readOptional, readString, refuse } from '../../protocol/requests/read-fields.ts';
import { readBranch } from '../sources/git-address.ts';
import type { SessionChange } from '../storage/service-store.ts';

/** Bounds of what an agent runner may report. Characters are UTF-16 units. */
export const SESSION_LIMITS = {
  /** Characters of a branch name. */
  branchCharacters: 250,
  /** Characters of the message to the user. */
  messageCharacters: 8_000,
  /** Characters of the address of a pull request. */
  linkCharacters: 2_048,
  /** Todo items of a session. */
  todos: 500,
  /** Characters of the text of one todo item. */
  todoCharacters: 2_000,
  /** Characters of the id, status and priority of one todo item. */
  todoFieldCharacters: 128,
} as const;

/** Why a session may say that it was halted (`api.md` 2.4). */
export const HAULT_REASONS = ['completed', 'github_missconfigured', 'error'] as const;
/** What a todo item is when its runner does not say. */
export const DEFAULT_TODO = { status: 'pending', priority: 'medium' } as const;

/**
 * Checks and rebuilds what a runner reports about a session. Fields that are left out stay as they are; `null` empties a
 * field. A session that goes on (`haulted: false`) has no reason for a halt.
 *
 * @throws RequestRefusal `invalid-request` with the path of the field that is wrong
 */
export function readSessionChange(value: unknown): SessionChange {
  const body = readObject(value, undefined);
  const haulted = readOptional(body['haulted'], 'haulted', readBoolean);
  const haultReason = readOptional(body['haultReason'], 'haultReason', readHaultReason);
  if (haulted === true && haultReason === undefined)
    refuse('haultReason', 'must say why the session was halted');
  if (haulted !== true && haultReason !== undefined)
    refuse('haulted', 'must be true where there is a haultReason');
  const todos = readOptional(body['todos'], 'todos', readTodos);
  return {
    ...('branch' in body && { branch: readNullable(body['branch'], 'branch', readBranchName) }),
    ...(haulted !== undefined && { haulted, haultReason: haultReason ?? null }),
    ...('pullRequestLink' in body && {
      pullRequestLink: readNullable(body['pullRequestLink'], 'pullRequestLink', readLink),
    }),
    ...('messageToUser' in body && {
      messageToUser: readNullable(body['messageToUser'], 'messageToUser', readMessageToUser),
    }),
    ...(todos !== undefined && { todos }),
  };
}

function readNullable<T>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => T,
): T | null {
  return value === null ? null : read(value, field);
}

function readBoolean(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') refuse(field, 'must be true or false');
  return value;
}

function readHaultReason(value: unknown, field: string): string {
  if (!HAULT_REASONS.some((reason) => reason === value)) {
    refuse(field, `must be one of ${HAULT_REASONS.join(', ')}`);
  }
  return value as string;
}

function readBranchName(value: unknown, field: string): string {
  const name = readString(value, field, SESSION_LIMITS.branchCharacters);
  try {
    return readBranch(name);
  } catch {
    return refuse(field, 'must be a name that git allows for a branch');
  }
}

function readLink(value: unknown, field: string): string {
  const link = readString(value, field, SESSION_LIMITS.linkCharacters);
  const url = URL.parse(link);
  // People follow it from the elements: nothing but the web, and no credentials on the way.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    refuse(field, 'must be an http or https address');
  }
  return url.href;
}

function readMessageToUser(value: unknown, field: string): string {
  return readString(value, field, SESSION_LIMITS.messageCharacters);
}

function readTodos(value: unknown, field: string): Todo[] {
  if (!Array.isArray(value)) refuse(field, 'must be an array');
  if (value.length > SESSION_LIMITS.todos)
    refuse(field, `must not have more than ${SESSION_LIMITS.todos} items`);
  const todos = value.map((todo, index) => readTodo(todo, `${field}[${index}]`, index));
  const ids = new Set<string>();
  for (const [index, { id }] of todos.entries()) {
    if (ids.has(id)) refuse(`${field}[${index}].id`, 'must differ from the ids of the other items');
    ids.add(id);
  }
  return todos;
}

function readTodo(value: unknown, field: string, index: number): Todo {
  const todo = readObject(value, field);
  const read = (name: keyof Todo): string | undefined =>
    readOptional(todo[name], `${field}.${name}`, (item, itemField) =>
      readString(item, itemField, SESSION_LIMITS.todoFieldCharacters),
    );
  return {
    id: read('id') ?? String(index + 1),
    content: readString(todo['content'], `${field}.content`, SESSION_LIMITS.todoCharacters),
    status: read('status') ?? DEFAULT_TODO.status,
    priority: read('priority') ?? DEFAULT_TODO.priority,
  };
}
