import type { AnswerEvent, ReplySource, ToolState } from './answer-event.ts';
import type { Failure, FailureCode } from '../failures/failure.ts';
import { MAX_MESSAGE_LENGTH, MAX_REPLY_PARTS, MAX_TEXT_LENGTH } from './reply-limits.ts';
import { isFinalStatus, type ReplyStatus } from './reply-status.ts';
import { hasText, joinParts, partBreak, trimBreaks } from './text-parts.ts';
import { splitThoughts, type ThoughtSplitter, type ThoughtTarget } from './thinking.ts';

/** A call of a tool, from its input to its output. */
export interface ToolCall {
  toolCallId: string;
  toolName: string | null;
  state: ToolState;
  input: unknown;
  output: unknown;
  /** For logs: may hold stack traces and schemas, never shown to readers. */
  errorText: string | null;
}

/** A page or a document that the reply rests on. The address is not checked yet. */
export interface SourcePart {
  kind: 'url' | 'document';
  id: string | null;
  url: string | null;
  title: string | null;
}

/** The content of a reply that its reader sees. Changed in place by {@link applyContent} and {@link endReply}. */
export interface ReplyContent {
  status: ReplyStatus;
  messageId: string | null;
  threadId: string | null;
  threadKey: string | null;
  /** All text parts, each a block of its own, joined at every reading: use {@link takeAddedText} to follow a growing text. */
  readonly text: string;
  readonly textParts: string[];
  /** All reasoning parts, each a block of its own, joined at every reading; `null` when there is none. */
  readonly reasoning: string | null;
  readonly reasoningParts: string[];
  readonly toolCalls: ToolCall[];
  /** Source parts and citations, each address once. What tools found is left in their output: see `readReplySources`. */
  readonly sources: SourcePart[];
  finishReason: string | null;
  /** The error part, or the failure that ended the reply with status `error`. */
  error: Failure | null;
  /** Reason of an abort part, `''` when it gave none; `null` without such a part. */
  aborted: string | null;
  /** State of the reducer. */
  readonly ledger: Ledger;
}

interface Ledger {
  /** Index of every open part in `textParts` and in `reasoningParts`: the ids of both may be equal. */
  readonly text: Map<string, number>;
  readonly reasoning: Map<string, number>;
  /** Ids of the last text and the last reasoning that had no beginning. */
  readonly unbegun: { text?: string | undefined; reasoning?: string | undefined };
  /** By the index of a text part. */
  readonly splitters: ThoughtSplitter[];
  readonly tools: Map<string, ToolCall>;
  /** Ids of the calls that wait for their (last) output. */
  readonly openTools: Set<string>;
  readonly sources: Set<string>;
  /** Index in `data` by name and id. */
  readonly data: Map<string, number>;
  /** Ranks of the thread id and key known so far. */
  readonly rank: { threadId: number; threadKey: number };
  /** Numbers of text parts, reasoning parts, tool calls and sources at the start of the current step. */
  step: readonly [number, number, number, number];
  /** What came at the end of the text since {@link takeAddedText}; `null` when it has changed elsewhere. */
  addedText: string | null;
  /** Characters of text and reasoning, and parts of all kinds. */
  length: number;
  parts: number;
  ended: boolean;
  /** What the metadata say of the answer: `low` when it may not answer the question. */
  certainty?: unknown;
}

/** Below all ranks that a thread id can have. */
const NO_RANK = 9;

/** Create the content of a reply of which nothing has come yet. */
export function createContent(): ReplyContent {
  return {
    status: 'submitted',
    messageId: null,
    threadId: null,
    threadKey: null,
    get text() {
      return joinParts(this.textParts);
    },
    textParts: [],
    get reasoning() {
      return this.reasoningParts.length > 0 ? this.reasoningParts.join('') : null;
    },
    reasoningParts: [],
    toolCalls: [],
    sources: [],
    finishReason: null,
    error: null,
    aborted: null,
    ledger: {
      text: new Map(),
      reasoning: new Map(),
      unbegun: {},
      splitters: [],
      addedText: '',
      tools: new Map(),
      openTools: new Set(),
      sources: new Set(),
      data: new Map(),
      rank: { threadId: NO_RANK, threadKey: NO_RANK },
      step: [0, 0, 0, 0],
      length: 0,
      parts: 0,
      ended: false,
    },
  };
}

/** Whether an event can still change anything. */
export function takesMore(reply: ReplyContent): boolean {
  return !isFull(reply) && !isFinalStatus(reply.status);
}

/**
 * Apply what readers see of one event. Never throws.
 *
 * @returns `false` when the reply takes no more: it has ended, or a limit was passed (`error` is `too-large`). The
 *   caller can stop reading then.
 */
export function applyContent(reply: ReplyContent, event: AnswerEvent): boolean {
  return takesMore(reply) && takeContent(reply, event);
}

/** {@link applyContent} without the check of {@link takesMore}: the caller has done it. */
export function takeContent(reply: ReplyContent, event: AnswerEvent): boolean {
  changeContent(reply, event);
  if (!isFull(reply)) return true;
  fail(reply, 'too-large', 'The reply has too much text or too many parts.');
  return false;
}

function changeContent(reply: ReplyContent, event: AnswerEvent): void {
  const { ledger } = reply;
  if (reply.status === 'submitted') reply.status = 'waiting';
  switch (event.type) {
    case 'text':
    case 'reasoning':
      applyDelta(reply, event);
      break;
    case 'message':
      reply.messageId = event.id;
      break;
    case 'step':
      if (event.phase === 'reset') resetStep(reply);
      else if (event.phase === 'start') {
        const { textParts, reasoningParts, toolCalls, sources } = reply;
        ledger.step = [textParts.length, reasoningParts.length, toolCalls.length, sources.length];
      }
      break;
    case 'tool':
    case 'tool-input':
      applyTool(reply, event);
      break;
    case 'source':
      applySource(reply, event.source);
      break;
    case 'thread':
      for (const field of ['threadId', 'threadKey'] as const) {
        const value = event[field];
        if (value === undefined || event.rank > ledger.rank[field]) continue;
        reply[field] = value;
        ledger.rank[field] = event.rank;
      }
      break;
    case 'metadata':
      ledger.certainty = (event.value as Partial<Ledger> | null)?.certainty ?? ledger.certainty;
      break;
    case 'error':
      fail(reply, event.code ?? 'stream', event.message);
      break;
    case 'abort':
      reply.aborted ??= event.reason ?? '';
      break;
    case 'finish':
      reply.finishReason = event.reason ?? reply.finishReason;
      break;
    case 'end':
      ledger.ended = true;
      break;
  }
}

function isFull({ ledger }: ReplyContent): boolean {
  return ledger.length > MAX_TEXT_LENGTH || ledger.parts > MAX_REPLY_PARTS;
}

/**
 * Give the reply its final status, after the last event.
 *
 * @param how `stopped` when the reader stopped it; `failure` when reading threw. A failure after the end mark is ignored;
 *   one after some text makes the reply `interrupted`, with `error` left as it is.
 */
export function endReply(reply: ReplyContent, how: { stopped?: boolean; failure?: Failure } = {}): void {
  if (isFinalStatus(reply.status)) return;
  for (const splitter of reply.ledger.splitters) splitter.end();
  reply.status = finalStatus(reply, how);
}

function finalStatus(
  reply: ReplyContent,
  { stopped = false, failure }: { stopped?: boolean; failure?: Failure },
): ReplyStatus {
  const { ledger, error, aborted, finishReason } = reply;
  const isAnswered = reply.textParts.some((part) => part.trim() !== '');
  if (error !== null) return 'error';
  if (aborted !== null) return 'stopped';
  if (!ledger.ended) {
    if (stopped || failure?.code === 'aborted') return 'stopped';
    if (failure === undefined || (isAnswered && ['network', 'timeout'].includes(failure.code)))
      return 'interrupted';
    reply.error = failure;
    return 'error';
  }
  if (finishReason === 'error') {
    fail(reply, 'stream', finishReason);
    return 'error';
  }
  return isAnswered || ledger.openTools.size > 0 ? 'done' : 'empty';
}

function applyDelta(reply: ReplyContent, event: AnswerEvent & { type: 'text' | 'reasoning' }): void {
  const { ledger } = reply;
  const { type, phase, part, delta } = event;
  const parts = reply[`${type}Parts`];
  const open = ledger[type];
  let index = open.get(part);
  if (index === undefined || phase === 'start') {
    if (phase === 'end') return;
    if (!addPart(reply, parts, '')) return;
    index = parts.length - 1;
    open.set(part, index);
    ledger.unbegun[type] = phase === 'delta' ? part : undefined;
    if (type === 'text') ledger.splitters[index] = splitThoughts(createTarget(reply, index));
  }
  // A thought between two texts, or a text between two thoughts, ends what has no marks.
  const other = type === 'text' ? 'reasoning' : 'text';
  if (delta.trim()) ledger[other].delete(ledger.unbegun[other]!);
  const added = delta.slice(0, MAX_TEXT_LENGTH - ledger.length);
  ledger.length += delta.length;
  if (type === 'reasoning') parts[index] += added;
  else {
    const splitter = ledger.splitters[index]!;
    if (added) splitter.take(added);
    if (phase === 'end') splitter.end();
  }
  if (phase === 'end') open.delete(part);
}

function createTarget(reply: ReplyContent, index: number): ThoughtTarget {
  const { ledger, textParts, reasoningParts } = reply;
  let isShown = false;
  let thought: number | null = null;
  return {
    get text() {
      return textParts[index]!;
    },
    addText(added) {
      if (added === '') return;
      reply.status = 'streaming';
      const part = textParts[index]!;
      textParts[index] += added;
      const goesOn = isShown;
      isShown ||= hasText(added);
      if (index < textParts.length - 1) ledger.addedText = null;
      if (ledger.addedText === null || !isShown) return;
      const before = goesOn ? null : textParts.slice(0, index).findLast(hasText);
      if (before === null) ledger.addedText += added;
      else ledger.addedText += before === undefined ? part + added : partBreak(before) + trimBreaks(added);
    },
    beginThought() {
      thought = null;
    },
    addThought(text) {
      if (thought === null) {
        text = text.trimStart();
        if (text === '' || !addPart(reply, reasoningParts, '')) return;
        thought = reasoningParts.length - 1;
      }
      reasoningParts[thought] += text;
    },
    takeBack() {
      const text = textParts[index]!;
      textParts[index] = '';
      isShown = false;
      if (text) {
        ledger.addedText = null;
        reply.status = statusBetweenParts(reply);
      }
      return text;
    },
  };
}

/** Remove and return what came at the end of the text since the last call; `null` when the text has changed elsewhere. */
export function takeAddedText({ ledger }: ReplyContent): string | null {
  const added = ledger.addedText;
  ledger.addedText = '';
  return added;
}

/** Remove what the step wrote. Its files and data stay: nothing of them is shown, and others may refer to them. */
function resetStep(reply: ReplyContent): void {
  const { ledger } = reply;
  ledger.addedText = null;
  const [text, reasoning, tools, sources] = ledger.step;
  reply.textParts.length = text;
  ledger.splitters.length = text;
  reply.reasoningParts.length = reasoning;
  ledger.text.clear();
  ledger.reasoning.clear();
  for (const { toolCallId } of reply.toolCalls.splice(tools)) {
    ledger.tools.delete(toolCallId);
    ledger.openTools.delete(toolCallId);
  }
  for (const source of reply.sources.splice(sources)) ledger.sources.delete(sourceKey(source));
  reply.status = statusBetweenParts(reply);
}

function applyTool(reply: ReplyContent, event: AnswerEvent & { type: 'tool' | 'tool-input' }): void {
  const { ledger } = reply;
  const { id } = event;
  let call = ledger.tools.get(id);
  if (call === undefined) {
    call = {
      toolCallId: id,
      toolName: null,
      state: 'input-streaming',
      input: null,
      output: null,
      errorText: null,
    };
    if (!addPart(reply, reply.toolCalls, call)) return;
    ledger.tools.set(id, call);
    ledger.openTools.add(id);
    // What follows is another text, although a server that does not mark its parts goes on with the same.
    ledger.reasoning.clear();
    ledger.text.delete(ledger.unbegun.text!);
  }
  if (event.type === 'tool') {
    call.state = event.state;
    call.toolName = event.name ?? call.toolName;
    call.input = event.input ?? call.input;
    call.output = event.output ?? call.output;
    call.errorText = event.errorText ?? call.errorText;
    if (event.preliminary || event.state.startsWith('input')) ledger.openTools.add(id);
    else ledger.openTools.delete(id);
  }
  reply.status = statusBetweenParts(reply);
}

function statusBetweenParts({ ledger, textParts }: ReplyContent): ReplyStatus {
  if (ledger.openTools.size > 0) return 'searching';
  return textParts.some(hasText) ? 'streaming' : 'waiting';
}

function applySource(reply: ReplyContent, { url, id, title }: ReplySource): void {
  const kind = url === null ? 'document' : 'url';
  const part: SourcePart = { kind, id: id ?? null, url, title: title ?? null };
  const key = sourceKey(part);
  if (reply.ledger.sources.has(key)) return;
  reply.ledger.sources.add(key);
  addPart(reply, reply.sources, part);
}

function sourceKey({ kind, url, id, title }: SourcePart): string {
  return `${kind} ${url ?? id ?? title}`;
}

/** Add a part of any kind. @returns whether there was room for it */
export function addPart<T>(reply: ReplyContent, parts: T[], part: T): boolean {
  reply.ledger.parts++;
  if (isFull(reply)) return false;
  parts.push(part);
  return true;
}

/** The first failure counts: it is the cause of those that follow. */
function fail(reply: ReplyContent, code: FailureCode, message: string): void {
  reply.error ??= { code, retryable: code === 'stream', message: message.slice(0, MAX_MESSAGE_LENGTH) };
}
