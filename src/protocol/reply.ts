import type { AnswerEvent, ReplyFormat, ReplySource, ToolState } from './answer-event.ts';
import type { Failure } from './failure.ts';
import { isRecord, mergeRecords, type UnknownRecord } from './record.ts';
import { DEFAULT_REPLY_LIMITS, MAX_WARNINGS, type ReplyLimits } from './reply-limits.ts';

/**
 * Where a reply stands. The last five are final.
 *
 * - `submitted`: nothing came yet
 * - `waiting`: something came, but no text
 * - `searching`: a tool call is open
 * - `streaming`: text is coming
 * - `done`: ended properly, with text or with a tool call left to the client
 * - `empty`: ended properly, with nothing to show
 * - `stopped`: by the reader or by an abort part
 * - `interrupted`: the body ended or broke before its end mark
 * - `error`: an error part, or a failure on the way
 */
export type ReplyStatus =
  | 'submitted'
  | 'waiting'
  | 'searching'
  | 'streaming'
  | 'done'
  | 'empty'
  | 'stopped'
  | 'interrupted'
  | 'error';

export interface ToolCall {
  toolCallId: string;
  toolName: string | null;
  state: ToolState;
  input: unknown;
  output: unknown;
  /** For logs: may hold stack traces and schemas, never shown to readers. */
  errorText: string | null;
}

export interface SourcePart {
  kind: 'url' | 'document';
  id: string | null;
  url: string | null;
  title: string | null;
}

export interface FilePart {
  url: string;
  mediaType: string;
}

/** A data part of the SSE stream. */
export interface NamedData {
  name: string;
  id: string | null;
  data: unknown;
}

/** Something in the body that was skipped or mended: for debugging, never shown to readers. */
export interface ReplyWarning {
  kind: string;
  detail: string;
}

/** What the events of one reply add up to. Changed in place by {@link applyEvent} and {@link endReply}. */
export interface Reply {
  format: ReplyFormat | null;
  status: ReplyStatus;
  messageId: string | null;
  threadId: string | null;
  threadKey: string | null;
  /** All text parts, joined without a separator. Put together on every reading. */
  readonly text: string;
  readonly textParts: string[];
  /** All reasoning parts, joined; `null` when there is none. */
  readonly reasoning: string | null;
  readonly reasoningParts: string[];
  readonly toolCalls: ToolCall[];
  /** Source parts and citations, each address once. What tools found is left in their output: see `readReplySources`. */
  readonly sources: SourcePart[];
  readonly files: FilePart[];
  /** {@link NamedData} of an SSE stream, bare values of a line protocol. */
  readonly data: unknown[];
  readonly annotations: unknown[];
  metadata: UnknownRecord | null;
  finishReason: string | null;
  usage: unknown;
  /** The error part, or the failure that ended the reply with status `error`. */
  error: Failure | null;
  /** Reason of an abort part, `''` when it gave none; `null` without such a part. */
  aborted: string | null;
  /** The first {@link MAX_WARNINGS} warnings. */
  readonly warnings: ReplyWarning[];
  warningCount: number;
  /** Notes of the reducer for itself. */
  readonly ledger: Ledger;
}

interface Ledger {
  readonly limits: Pick<ReplyLimits, 'text' | 'parts'>;
  /** Index in `textParts` of every open text part, and the same for reasoning: their ids may be equal. */
  readonly text: Map<string, number>;
  readonly reasoning: Map<string, number>;
  readonly tools: Map<string, ToolCall>;
  /** Ids of the calls that wait for their (last) output. */
  readonly openTools: Set<string>;
  readonly sources: Set<string>;
  /** Index in `data` by name and id. */
  readonly data: Map<string, number>;
  /** Place of the thread id and key known so far; 9 is below all places. */
  threadIdRank: number;
  threadKeyRank: number;
  /** Lengths at the start of the current step, for `reset`. */
  step: { text: number; reasoning: number; tools: number; sources: number };
  textLength: number;
  parts: number;
  ended: boolean;
}

/** A reply of which nothing has come yet. */
export function createReply(
  limits: Readonly<Pick<ReplyLimits, 'text' | 'parts'>> = DEFAULT_REPLY_LIMITS,
): Reply {
  return {
    format: null,
    status: 'submitted',
    messageId: null,
    threadId: null,
    threadKey: null,
    get text() {
      return this.textParts.join('');
    },
    textParts: [],
    get reasoning() {
      return this.reasoningParts.length > 0 ? this.reasoningParts.join('') : null;
    },
    reasoningParts: [],
    toolCalls: [],
    sources: [],
    files: [],
    data: [],
    annotations: [],
    metadata: null,
    finishReason: null,
    usage: undefined,
    error: null,
    aborted: null,
    warnings: [],
    warningCount: 0,
    ledger: {
      limits,
      text: new Map(),
      reasoning: new Map(),
      tools: new Map(),
      openTools: new Set(),
      sources: new Set(),
      data: new Map(),
      threadIdRank: 9,
      threadKeyRank: 9,
      step: { text: 0, reasoning: 0, tools: 0, sources: 0 },
      textLength: 0,
      parts: 0,
      ended: false,
    },
  };
}

/**
 * Takes one event into the reply. Never throws.
 *
 * @returns `false` when the reply takes no more: a limit was passed (`error` is `too-large`), or it has ended. The
 *   caller can stop reading then.
 */
export function applyEvent(reply: Reply, event: AnswerEvent): boolean {
  if (hasEnded(reply) || reply.error?.code === 'too-large') return false;
  if (reply.status === 'submitted') reply.status = 'waiting';
  const { ledger } = reply;
  switch (event.type) {
    case 'text':
    case 'reasoning':
      applyDelta(reply, event);
      break;
    case 'format':
      reply.format = event.format;
      break;
    case 'message':
      reply.messageId = event.id;
      break;
    case 'step':
      if (event.phase === 'start') {
        ledger.step = {
          text: reply.textParts.length,
          reasoning: reply.reasoningParts.length,
          tools: reply.toolCalls.length,
          sources: reply.sources.length,
        };
      } else if (event.phase === 'reset') resetStep(reply);
      break;
    case 'tool':
    case 'tool-input':
      applyTool(reply, event);
      break;
    case 'source':
      applySource(reply, event.source);
      break;
    case 'file':
      if (takePart(reply)) reply.files.push({ url: event.url, mediaType: event.mediaType });
      break;
    case 'data':
      applyData(reply, event);
      break;
    case 'annotation':
      if (takePart(reply)) reply.annotations.push(event.value);
      break;
    case 'metadata':
      if (isRecord(event.value)) reply.metadata = mergeRecords(reply.metadata ?? {}, event.value);
      break;
    case 'thread':
      if (event.threadId !== undefined && event.rank <= ledger.threadIdRank) {
        reply.threadId = event.threadId;
        ledger.threadIdRank = event.rank;
      }
      if (event.threadKey !== undefined && event.rank <= ledger.threadKeyRank) {
        reply.threadKey = event.threadKey;
        ledger.threadKeyRank = event.rank;
      }
      break;
    case 'error':
      reply.error ??= { code: event.code ?? 'stream', retryable: true, message: event.message };
      break;
    case 'abort':
      reply.aborted ??= event.reason ?? '';
      break;
    case 'finish':
      if (event.reason !== null) reply.finishReason = event.reason;
      if (event.usage !== undefined) reply.usage = event.usage;
      break;
    case 'end':
      ledger.ended = true;
      break;
    case 'warning':
      warn(reply, event.kind, event.detail);
      break;
  }
  return reply.error?.code !== 'too-large';
}

/**
 * Gives the reply its final status, after the last event.
 *
 * @param how `stopped` when the reader stopped it; `failure` when reading threw. What breaks after the end mark does
 *   no harm, and what breaks after some text makes the reply `interrupted`, with `error` left as it is.
 */
export function endReply(reply: Reply, how: { stopped?: boolean; failure?: Failure } = {}): void {
  if (!hasEnded(reply)) reply.status = finalStatus(reply, how);
}

function finalStatus(
  reply: Reply,
  { stopped = false, failure }: { stopped?: boolean; failure?: Failure },
): ReplyStatus {
  if (reply.error !== null) return 'error';
  if (reply.aborted !== null) return 'stopped';
  const hasText = reply.textParts.some((part) => part.trim() !== '');
  if (!reply.ledger.ended) {
    if (stopped || failure?.code === 'aborted') return 'stopped';
    if (failure === undefined) return 'interrupted';
    const broken = failure.code === 'network' || failure.code === 'timeout';
    if (hasText && broken) return 'interrupted';
    reply.error = failure;
    return 'error';
  }
  if (reply.finishReason === 'error') {
    reply.error = { code: 'stream', retryable: true, message: 'The reply finished with an error.' };
    return 'error';
  }
  return hasText || reply.ledger.openTools.size > 0 ? 'done' : 'empty';
}

function hasEnded({ status }: Reply): boolean {
  return status !== 'submitted' && status !== 'waiting' && status !== 'searching' && status !== 'streaming';
}

function applyDelta(reply: Reply, event: AnswerEvent & { type: 'text' | 'reasoning' }): void {
  const { ledger } = reply;
  const { type, phase, part, delta } = event;
  const parts = type === 'text' ? reply.textParts : reply.reasoningParts;
  let index = phase === 'start' ? undefined : ledger[type].get(part);
  if (index === undefined) {
    if (phase === 'end') return;
    if (phase === 'delta') warn(reply, 'orphan', `${type}-delta ${part}`);
    if (!takePart(reply)) return;
    index = parts.push('') - 1;
    ledger[type].set(part, index);
  }
  if (delta !== '') {
    const room = ledger.limits.text - ledger.textLength;
    parts[index] += delta.length > room ? delta.slice(0, room) : delta;
    ledger.textLength += delta.length;
    if (delta.length > room) refuse(reply, 'text');
    if (type === 'text') reply.status = 'streaming';
  }
  if (phase === 'end') ledger[type].delete(part);
}

/** Drops what the step wrote. Its files and data stay: nothing of them is shown, and others may refer to them. */
function resetStep(reply: Reply): void {
  const { ledger } = reply;
  reply.textParts.length = ledger.step.text;
  reply.reasoningParts.length = ledger.step.reasoning;
  ledger.text.clear();
  ledger.reasoning.clear();
  for (const call of reply.toolCalls.splice(ledger.step.tools)) {
    ledger.tools.delete(call.toolCallId);
    ledger.openTools.delete(call.toolCallId);
  }
  for (const source of reply.sources.splice(ledger.step.sources)) ledger.sources.delete(sourceKey(source));
  reply.status = statusBetweenParts(reply);
}

function applyTool(reply: Reply, event: AnswerEvent & { type: 'tool' | 'tool-input' }): void {
  const { ledger } = reply;
  const { id } = event;
  let call = ledger.tools.get(id);
  if (call === undefined) {
    const orphan =
      event.type === 'tool-input' || (event.name === undefined && event.state.startsWith('output'));
    if (orphan) {
      const output = reply.format === 'v1' ? 'tool-result' : 'tool-output';
      warn(reply, 'orphan', `${event.type === 'tool-input' ? 'tool-delta' : output} ${id}`);
    }
    if (!takePart(reply)) return;
    call = {
      toolCallId: id,
      toolName: null,
      state: 'input-streaming',
      input: null,
      output: null,
      errorText: null,
    };
    ledger.tools.set(id, call);
    reply.toolCalls.push(call);
  }
  let open = true;
  if (event.type === 'tool') {
    call.state = event.state;
    call.toolName = event.name ?? call.toolName;
    call.errorText = event.errorText ?? call.errorText;
    if (event.input !== undefined) call.input = event.input;
    if (event.output !== undefined) call.output = event.output;
    open = event.preliminary === true || event.state.startsWith('input');
  }
  if (open) ledger.openTools.add(id);
  else ledger.openTools.delete(id);
  reply.status = statusBetweenParts(reply);
}

function statusBetweenParts({ ledger, textParts }: Reply): ReplyStatus {
  if (ledger.openTools.size > 0) return 'searching';
  return textParts.length > 0 ? 'streaming' : 'waiting';
}

function applySource(reply: Reply, source: ReplySource): void {
  const part: SourcePart = {
    kind: source.url === null ? 'document' : 'url',
    id: source.id ?? null,
    url: source.url,
    title: source.title ?? null,
  };
  const key = sourceKey(part);
  if (reply.ledger.sources.has(key) || !takePart(reply)) return;
  reply.ledger.sources.add(key);
  reply.sources.push(part);
}

function sourceKey({ kind, url, id, title }: SourcePart): string {
  return `${kind} ${url ?? id ?? title}`;
}

function applyData(reply: Reply, event: AnswerEvent & { type: 'data' }): void {
  if (event.transient) return;
  const { name, id } = event;
  const value: unknown = name === null ? event.value : { name, id: id ?? null, data: event.value };
  const key = JSON.stringify([name, id]);
  const index = id === undefined ? undefined : reply.ledger.data.get(key);
  if (index !== undefined) reply.data[index] = value;
  else if (takePart(reply)) {
    const length = reply.data.push(value);
    if (id !== undefined) reply.ledger.data.set(key, length - 1);
  }
}

function takePart(reply: Reply): boolean {
  if (++reply.ledger.parts <= reply.ledger.limits.parts) return true;
  refuse(reply, 'parts');
  return false;
}

function refuse(reply: Reply, limit: 'text' | 'parts'): void {
  const message = `The reply is too large: more than ${reply.ledger.limits[limit]} ${limit === 'text' ? 'characters of text' : 'parts'}.`;
  reply.error ??= { code: 'too-large', retryable: false, message };
}

function warn(reply: Reply, kind: string, detail: string): void {
  reply.warningCount++;
  if (reply.warnings.length < MAX_WARNINGS) reply.warnings.push({ kind, detail });
}
