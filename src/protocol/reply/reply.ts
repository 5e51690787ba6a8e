import type { AnswerEvent, ReplyFormat } from './answer-event.ts';
import { isRecord, type UnknownRecord } from '../record.ts';
import { addPart, createContent, takeContent, takesMore, type ReplyContent } from './reply-content.ts';
import { MAX_MESSAGE_LENGTH, MAX_WARNINGS } from './reply-limits.ts';

/** A file that the reply carries, often as a `data:` address. */
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

/** A part of the body that was skipped or repaired: for debugging, never shown to readers. */
export interface ReplyWarning {
  kind: string;
  detail: string;
}

/** All that the events of one reply add up to. Changed in place by {@link applyEvent} and `endReply`. */
export interface Reply extends ReplyContent {
  format: ReplyFormat | null;
  readonly files: FilePart[];
  /** {@link NamedData} of an SSE stream, bare values of a line protocol. */
  readonly data: unknown[];
  readonly annotations: unknown[];
  metadata: UnknownRecord | null;
  usage: unknown;
  /** The first {@link MAX_WARNINGS} warnings. */
  readonly warnings: ReplyWarning[];
  warningCount: number;
}

/** Create a reply of which nothing has come yet. */
export function createReply(): Reply {
  return Object.assign(createContent(), {
    format: null,
    files: [],
    data: [],
    annotations: [],
    metadata: null,
    usage: null,
    warnings: [],
    warningCount: 0,
  });
}

/**
 * Apply one event to the reply. Never throws.
 *
 * @returns `false` when the reply takes no more: it has ended, or a limit was passed (`error` is `too-large`). The
 *   caller can stop reading then.
 */
export function applyEvent(reply: Reply, event: AnswerEvent): boolean {
  if (!takesMore(reply)) return false;
  switch (event.type) {
    case 'text':
    case 'reasoning':
      if (event.phase === 'delta' && !reply.ledger[event.type].has(event.part))
        warn(reply, 'orphan', `${event.type}-delta ${event.part}`);
      break;
    case 'tool':
    case 'tool-input':
      warnOfOrphan(reply, event);
      break;
    case 'format':
      reply.format = event.format;
      break;
    case 'file':
      addPart(reply, reply.files, { url: event.url, mediaType: event.mediaType });
      break;
    case 'data':
      if (!event.transient) applyData(reply, event);
      break;
    case 'annotation':
      addPart(reply, reply.annotations, event.value);
      break;
    case 'metadata':
      if (isRecord(event.value)) reply.metadata = mergeRecords(reply.metadata ?? {}, event.value);
      break;
    case 'finish':
      reply.usage = event.usage ?? reply.usage;
      break;
    case 'warning':
      warn(reply, event.kind, event.detail);
      break;
  }
  return takeContent(reply, event);
}

/** Warn of a part of a tool call that came without its beginning. */
function warnOfOrphan(reply: Reply, event: AnswerEvent & { type: 'tool' | 'tool-input' }): void {
  const { id } = event;
  if (reply.ledger.tools.has(id)) return;
  if (event.type === 'tool-input') warn(reply, 'orphan', `tool-delta ${id}`);
  else if (event.name === undefined && !event.state.startsWith('input'))
    warn(reply, 'orphan', `tool-${reply.format === 'v1' ? 'result' : 'output'} ${id}`);
}

function applyData(reply: Reply, { name, id, value }: AnswerEvent & { type: 'data' }): void {
  const { ledger, data } = reply;
  const entry: unknown = name === null ? value : { name, id: id ?? null, data: value };
  const key = JSON.stringify([name, id]);
  const index = id === undefined ? undefined : ledger.data.get(key);
  if (index !== undefined) data[index] = entry;
  else if (addPart(reply, data, entry)) ledger.data.set(key, data.length - 1);
}

function warn(reply: Reply, kind: string, detail: string): void {
  reply.warningCount++;
  if (reply.warnings.length >= MAX_WARNINGS) return;
  reply.warnings.push({ kind, detail: detail.slice(0, MAX_MESSAGE_LENGTH) });
}

/** Maximum number of levels down to which two values are merged; deeper ones are replaced as a whole. */
const MAX_MERGE_DEPTH = 16;

/** Merge `update` into a copy of `base`: objects key by key, everything else replaced. Never touches a prototype. */
function mergeRecords(base: UnknownRecord, update: UnknownRecord, depth = 0): UnknownRecord {
  const merged = { ...base };
  for (const [key, value] of Object.entries(update)) {
    if (/^(?:__proto__|constructor|prototype)$/.test(key)) continue;
    const before = merged[key];
    const isMergeable = depth < MAX_MERGE_DEPTH && isRecord(before) && isRecord(value);
    merged[key] = isMergeable ? mergeRecords(before, value, depth + 1) : value;
  }
  return merged;
}
