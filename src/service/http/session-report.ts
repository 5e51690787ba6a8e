import * as z from 'zod';
import type { Todo } from '../../protocol/api.ts';
import { refuse } from '../../protocol/requests/read-fields.ts';
import { readBranch } from '../deploy/git-address.ts';
import type { SessionChange } from '../storage/service-store.ts';
import { HAULT_REASONS } from './schemas.ts';

/** Limits of a report. Characters are UTF-16 units. */
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

/** Fields of a todo item that its runner leaves out. */
const DEFAULT_TODO = { status: 'pending', priority: 'medium' } as const;

const text = (maxCharacters: number) =>
  z
    .string('must be a string that is not empty')
    .min(1, 'must be a string that is not empty')
    .max(maxCharacters, `must not be longer than ${maxCharacters} characters`);
const todoField = text(SESSION_LIMITS.todoFieldCharacters).nullish();

const todo = z.object(
  {
    id: todoField.describe('Default its place.'),
    content: text(SESSION_LIMITS.todoCharacters),
    status: todoField.meta({ default: DEFAULT_TODO.status }),
    priority: todoField.meta({ default: DEFAULT_TODO.priority }),
  },
  'must be an object',
);

/** Report of an agent runner about a session. `null` empties a text, and counts as left out elsewhere. */
export const SessionReport = z
  .object(
    {
      branch: text(SESSION_LIMITS.branchCharacters)
        .refine(isBranch, 'must be a name that git allows for a branch')
        .nullable()
        .exactOptional()
        .describe('Name that git allows for a branch.'),
      haulted: z
        .boolean('must be true or false')
        .nullish()
        .describe('`true` needs a `haultReason`; `false` goes on with a halted session.'),
      haultReason: z.enum(HAULT_REASONS, `must be one of ${HAULT_REASONS.join(', ')}`).nullish(),
      pullRequestLink: text(SESSION_LIMITS.linkCharacters)
        .regex(/^https?:\/\//, 'must be an http or https address')
        .refine(isAddress, 'must be an http or https address without a password')
        .meta({ format: 'uri' })
        .transform((link) => new URL(link).href)
        .nullable()
        .exactOptional(),
      messageToUser: text(SESSION_LIMITS.messageCharacters).nullable().exactOptional(),
      todos: z
        .array(todo, 'must be an array')
        .max(SESSION_LIMITS.todos, `must not have more than ${SESSION_LIMITS.todos} items`)
        .nullish(),
    },
    'must be an object',
  )
  .describe('Fields that are left out stay as they are.');

/**
 * Check and rebuild what a runner reports about a session. A session that goes on (`haulted: false`) has no reason for a halt.
 *
 * @throws RequestRefusal `invalid-request` with the path of the field that is wrong
 */
export function readSessionReport(value: unknown): SessionChange {
  const { data, error } = SessionReport.safeParse(value);
  if (error) {
    const [{ path, message }] = error.issues as [z.core.$ZodIssue];
    refuse(path.length === 0 ? undefined : z.core.toDotPath(path), message);
  }
  const { haulted, haultReason, todos, ...texts } = data;
  if (haulted === true && haultReason == null) refuse('haultReason', 'must say why the session was halted');
  if (haulted !== true && haultReason != null) refuse('haulted', 'must be true where there is a haultReason');
  return {
    ...texts,
    ...(haulted != null && { haulted, haultReason: haultReason ?? null }),
    ...(todos != null && { todos: completeTodos(todos) }),
  };
}

function completeTodos(reported: readonly z.infer<typeof todo>[]): Todo[] {
  const ids = new Set<string>();
  return reported.map(({ id, content, status, priority }, index) => {
    const ownId = id ?? String(index + 1);
    if (ids.has(ownId)) refuse(`todos[${index}].id`, 'must differ from the ids of the other items');
    ids.add(ownId);
    return {
      id: ownId,
      content,
      status: status ?? DEFAULT_TODO.status,
      priority: priority ?? DEFAULT_TODO.priority,
    };
  });
}

function isBranch(name: string): boolean {
  try {
    readBranch(name);
    return true;
  } catch {
    return false;
  }
}

/** Readers follow it from the elements: it must not log them in anywhere. */
function isAddress(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && url.username === '' && url.password === '';
}
