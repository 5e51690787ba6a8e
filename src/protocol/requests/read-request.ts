import type {
  AssistantRequest,
  JobsQuery,
  Message,
  QuestionContext,
  RequestFilter,
  SearchRequest,
} from '../api.ts';
import { MAX_JOBS_SKIP, MAX_JOBS_TAKE, MAX_PAGE_SIZE } from '../api.ts';
import { readBytes } from '../read-bytes.ts';
import { readObject, readOptional, readString, readNumberParameter, refuse } from './read-fields.ts';
import { RequestRefusal } from './request-refusal.ts';

export { RequestRefusal };

/**
 * Reads the bodies of requests. What comes out is rebuilt field by field: nothing that is not named here gets through,
 * whatever else the sender put into the body.
 */

/** Bounds of what a request may carry. Characters are UTF-16 units. */
export interface RequestLimits {
  /** Bytes of a body. Default 65,536. */
  bodyBytes: number;
  /** Messages of a conversation. Default 50. */
  messages: number;
  /** Characters of one message. Default 32,000. */
  messageCharacters: number;
  /** Characters of a search query. Default 1,000. */
  queryCharacters: number;
  /** Maximum of `pageSize` and `retrievalPageSize`. Default 50. */
  pageSize: number;
}

export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  bodyBytes: 65_536,
  messages: 50,
  messageCharacters: 32_000,
  queryCharacters: 1000,
  pageSize: MAX_PAGE_SIZE,
};

/** Maximum length of `fp`, `threadId`, `threadKey` and message id. */
export const MAX_IDENTIFIER_CHARACTERS = 256;
/** Maximum length of a version or language of a filter. */
export const MAX_FILTER_CHARACTERS = 64;
/** Maximum number of groups of a filter. */
export const MAX_GROUPS = 50;
/** Maximum length of the path of a page, as the hosted platform has it. */
export const MAX_PATH_CHARACTERS = 200;
/** Maximum number of selected texts and blocks of code, and length of one. */
export const MAX_CONTEXT_ITEMS = 10;
export const MAX_CONTEXT_CHARACTERS = 8000;
export const CONTEXT_TYPES = ['code', 'textSelection'] as const;
/** Maximum number of parts of one message that are looked at. */
export const MAX_PARTS = 100;
/** Authors of a message. */
export const ROLES = ['user', 'assistant'] as const;

/**
 * Read the bytes of a body, stopping at the limit.
 *
 * @throws RequestRefusal `too-large`
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  const bytes = await readBytes(request.body, maxBytes, announced);
  if (bytes === null) throw new RequestRefusal('too-large', `The body is larger than ${maxBytes} bytes.`);
  return bytes;
}

/**
 * Read a JSON body, stopping at the limit.
 *
 * @throws RequestRefusal `unsupported-media-type`, `too-large` or `invalid-request`
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const mediaType = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (mediaType !== 'application/json' || encoding.toLowerCase() !== 'identity') {
    throw new RequestRefusal('unsupported-media-type', 'The body must be application/json, not compressed.');
  }
  const bytes = await readBody(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new RequestRefusal('invalid-request', 'The body is not JSON.');
  }
}

/**
 * Check and rebuild the body of `POST /v1/assistant/{domain}/message`. Every message comes out with `content` and one
 * text part of the same text; parts of other types (steps, sources, reasoning) are left out.
 *
 * @throws RequestRefusal `invalid-request` with the path of the field that is wrong
 */
export function readAssistantRequest(value: unknown, limits: RequestLimits): AssistantRequest {
  const body = readObject(value, undefined);
  const messages = readMessages(body['messages'], limits);
  const threadId = readOptional(body['threadId'], 'threadId', readIdentifier);
  const threadKey = readOptional(body['threadKey'], 'threadKey', readIdentifier);
  const size = readOptional(body['retrievalPageSize'], 'retrievalPageSize', pageSizeReader(limits));
  const filter = readOptional(body['filter'], 'filter', readFilter);
  const currentPath = readOptional(body['currentPath'], 'currentPath', readPath);
  const context = readOptional(body['context'], 'context', readContext);
  return {
    fp: readIdentifier(body['fp'], 'fp'),
    messages,
    ...(threadId !== undefined && { threadId }),
    ...(threadKey !== undefined && { threadKey }),
    ...(size !== undefined && { retrievalPageSize: size }),
    ...(filter !== undefined && { filter }),
    ...(currentPath !== undefined && { currentPath }),
    ...(context !== undefined && { context }),
  };
}

/**
 * Check and rebuild the body of `POST /v1/search/{domain}`.
 *
 * @throws RequestRefusal `invalid-request` with the path of the field that is wrong
 */
export function readSearchRequest(value: unknown, limits: RequestLimits): SearchRequest {
  const body = readObject(value, undefined);
  const query = readText(body['query'], 'query', limits.queryCharacters);
  const pageSize = readOptional(body['pageSize'], 'pageSize', pageSizeReader(limits));
  const scoreThreshold = readOptional(body['scoreThreshold'], 'scoreThreshold', readScore);
  const filter = readOptional(body['filter'], 'filter', readFilter);
  return {
    query,
    ...(pageSize !== undefined && { pageSize }),
    ...(scoreThreshold !== undefined && { scoreThreshold }),
    ...(filter !== undefined && { filter }),
  };
}

/** Read which sessions of a list are wanted. @throws RequestRefusal `invalid-request` with the parameter that is wrong */
export function readJobsQuery({ url }: Request): JobsQuery {
  const { searchParams } = new URL(url);
  const skip = readNumberParameter(searchParams, 'skip', 0, MAX_JOBS_SKIP);
  const take = readNumberParameter(searchParams, 'take', 1, MAX_JOBS_TAKE);
  return { ...(skip !== undefined && { skip }), ...(take !== undefined && { take }) };
}

function readMessages(value: unknown, limits: RequestLimits): Message[] {
  if (!Array.isArray(value) || value.length === 0) refuse('messages', 'must be an array with a message');
  if (value.length > limits.messages) refuse('messages', `must not have more than ${limits.messages} items`);
  const messages = value.map((message, index) => readMessage(message, `messages[${index}]`, limits));
  const last = messages.length - 1;
  if (messages[last]?.role !== 'user') refuse(`messages[${last}].role`, 'must be "user" in the last message');
  return messages;
}

function readMessage(value: unknown, field: string, limits: RequestLimits): Message {
  const message = readObject(value, field);
  const role = ROLES.find((known) => known === message['role']);
  if (role === undefined) refuse(`${field}.role`, 'must be "user" or "assistant"');
  const id = readOptional(message['id'], `${field}.id`, readIdentifier) ?? field;
  const parts = readOptional(message['parts'], `${field}.parts`, readTextParts);
  const written = readOptional(message['content'], `${field}.content`, readAnyString);
  const text = parts || (written ?? parts);
  // A reply that came out empty stays in the history that the client sends.
  const mayBeBlank = role === 'assistant' && text === '';
  const content = mayBeBlank ? '' : readText(text, `${field}.content`, limits.messageCharacters);
  return { id, role, content, parts: [{ type: 'text', text: content }] };
}

function readAnyString(value: unknown, field: string): string {
  if (typeof value !== 'string') refuse(field, 'must be a string');
  return value;
}

function readTextParts(value: unknown, field: string): string {
  if (!Array.isArray(value)) refuse(field, 'must be an array');
  if (value.length > MAX_PARTS) refuse(field, `must not have more than ${MAX_PARTS} items`);
  const texts = value.map((item, index) => {
    const part = readObject(item, `${field}[${index}]`);
    if (typeof part['type'] !== 'string') refuse(`${field}[${index}].type`, 'must be a string');
    if (part['type'] !== 'text') return '';
    return readAnyString(part['text'], `${field}[${index}].text`);
  });
  return texts.join('');
}

function readFilter(value: unknown, field: string): RequestFilter | undefined {
  const filter = readObject(value, field);
  const version = readOptional(filter['version'], `${field}.version`, readFilterValue);
  const language = readOptional(filter['language'], `${field}.language`, readFilterValue);
  const tag = readOptional(filter['tag'], `${field}.tag`, readFilterValue);
  const groups = readOptional(filter['groups'], `${field}.groups`, readGroups);
  const read = {
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
    ...(tag !== undefined && { tag }),
    ...(groups !== undefined && { groups }),
  };
  return Object.keys(read).length === 0 ? undefined : read;
}

/** An empty list stays one: a reader who is in no group may not see what is for some. */
export function readGroups(value: unknown, field: string): string[] {
  return readItems(value, field, MAX_GROUPS, (group, at) => readString(group, at, MAX_FILTER_CHARACTERS));
}

function readPath(value: unknown, field: string): string {
  return readString(value, field, MAX_PATH_CHARACTERS);
}

function readContext(value: unknown, field: string): QuestionContext[] | undefined {
  const items = readItems(value, field, MAX_CONTEXT_ITEMS, readContextItem);
  return items.length === 0 ? undefined : items;
}

function readContextItem(value: unknown, field: string): QuestionContext {
  const item = readObject(value, field);
  const type = CONTEXT_TYPES.find((known) => known === item['type']);
  if (type === undefined) refuse(`${field}.type`, `must be ${CONTEXT_TYPES.join(' or ')}`);
  const path = readOptional(item['path'], `${field}.path`, readPath);
  const elementId = readOptional(item['elementId'], `${field}.elementId`, readIdentifier);
  return {
    type,
    value: readString(item['value'], `${field}.value`, MAX_CONTEXT_CHARACTERS),
    ...(path !== undefined && { path }),
    ...(elementId !== undefined && { elementId }),
  };
}

function readItems<T>(
  value: unknown,
  field: string,
  most: number,
  read: (item: unknown, field: string) => T,
): T[] {
  if (!Array.isArray(value)) refuse(field, 'must be an array');
  if (value.length > most) refuse(field, `must not have more than ${most} items`);
  return value.map((item, index) => read(item, `${field}[${index}]`));
}

function readScore(value: unknown, field: string): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) refuse(field, 'must be a number from 0 to 1');
  return value;
}

/** An empty string is what a "no choice" option of a form sends. */
function readFilterValue(value: unknown, field: string): string | undefined {
  return value === '' ? undefined : readString(value, field, MAX_FILTER_CHARACTERS);
}

function readIdentifier(value: unknown, field: string): string {
  return readString(value, field, MAX_IDENTIFIER_CHARACTERS);
}

function readText(value: unknown, field: string, maxCharacters: number): string {
  const text = readString(value, field, maxCharacters);
  if (text.trim() === '') refuse(field, 'must not be blank');
  return text;
}

function pageSizeReader(limits: RequestLimits) {
  return (value: unknown, field: string): number => {
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > limits.pageSize) {
      refuse(field, `must be a whole number from 1 to ${limits.pageSize}`);
    }
    return value as number;
  };
}
