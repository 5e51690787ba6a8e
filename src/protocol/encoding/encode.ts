import type { AnswerEvent } from '../reply/answer-event.ts';

/** The two formats that this project writes: `sse` for AI SDK 5 to 7, `v1` for the line protocol of AI SDK 4. */
export type WireFormat = 'sse' | 'v1';

/** Turns one event after the other into wire text; `''` when the format has no place for an event. */
export type ReplyEncoder = (event: AnswerEvent) => string;

/** Headers of a reply in this format. The caller adds its own, such as `x-thread-id`. */
export function replyHeaders(format: WireFormat): Record<string, string> {
  return {
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...(format === 'sse'
      ? { 'content-type': 'text/event-stream', 'x-vercel-ai-ui-message-stream': 'v1' }
      : { 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' }),
  };
}

/**
 * Makes an encoder for one reply. What it writes is valid for the strict parsers of the official clients: parts are
 * opened before they are used and closed before their step ends, and no chunk has a field of its own. So a `thread`
 * event has to come before `finish`, which carries it.
 */
export function createReplyEncoder(format: WireFormat = 'sse'): ReplyEncoder {
  return format === 'sse' ? createSseEncoder() : createLineProtocolEncoder();
}

/** The reasons that the clients of AI SDK 4 to 7 all accept. */
const FINISH_REASONS = new Set(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']);

function finishReason(reason: string | null): string {
  return reason !== null && FINISH_REASONS.has(reason) ? reason : 'other';
}

interface Thread {
  threadId?: string | undefined;
  threadKey?: string | undefined;
}

function mergeThread(
  thread: Thread,
  { threadId = thread.threadId, threadKey = thread.threadKey }: Thread,
): Thread {
  return { threadId, threadKey };
}

function createSseEncoder(): ReplyEncoder {
  const openParts = new Set<string>();
  const toolNames = new Map<string, string>();
  let thread: Thread = {};
  let sources = 0;
  let started = false;

  const write = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

  function part(event: AnswerEvent & { type: 'text' | 'reasoning' }): string {
    const { type, phase, part: id, delta } = event;
    const key = `${type} ${id}`;
    let wire = '';
    if (phase === 'start' && openParts.delete(key)) wire += write({ type: `${type}-end`, id });
    if (phase !== 'end' && !openParts.has(key)) {
      openParts.add(key);
      wire += write({ type: `${type}-start`, id });
    }
    if (delta !== '' && openParts.has(key)) wire += write({ type: `${type}-delta`, id, delta });
    if (phase === 'end' && openParts.delete(key)) wire += write({ type: `${type}-end`, id });
    return wire;
  }

  function closeParts(): string {
    let wire = '';
    for (const key of openParts) {
      const space = key.indexOf(' ');
      wire += write({ type: `${key.slice(0, space)}-end`, id: key.slice(space + 1) });
    }
    openParts.clear();
    return wire;
  }

  function tool(event: AnswerEvent & { type: 'tool' }): string {
    const { id: toolCallId, state, input = {}, output = null, errorText = '', preliminary } = event;
    const known = toolNames.has(toolCallId);
    const toolName = event.name ?? toolNames.get(toolCallId) ?? 'tool';
    toolNames.set(toolCallId, toolName);
    switch (state) {
      case 'input-streaming':
        return write({ type: 'tool-input-start', toolCallId, toolName });
      case 'input-available':
        return write({ type: 'tool-input-available', toolCallId, toolName, input });
      default: {
        const call = known ? '' : write({ type: 'tool-input-available', toolCallId, toolName, input });
        const outcome = {
          'output-available': { output, ...(preliminary && { preliminary }) },
          'output-error': { errorText },
          'output-denied': {},
        }[state];
        return call + write({ type: `tool-${state}`, toolCallId, ...outcome });
      }
    }
  }

  function encode(event: AnswerEvent): string {
    switch (event.type) {
      case 'message':
        return write({ type: 'start', messageId: event.id });
      case 'step':
        return (event.phase === 'start' ? '' : closeParts()) + write({ type: stepTypes[event.phase] });
      case 'text':
      case 'reasoning':
        return part(event);
      case 'tool':
        return tool(event);
      case 'tool-input':
        return write({ type: 'tool-input-delta', toolCallId: event.id, inputTextDelta: event.delta });
      case 'source': {
        const { url, title, id: sourceId = `source-${sources}` } = event.source;
        sources++;
        return url === null
          ? write({ type: 'source-document', sourceId, mediaType: 'text/plain', title: title ?? sourceId })
          : write({ type: 'source-url', sourceId, url, title });
      }
      case 'file':
        return write({ type: 'file', url: event.url, mediaType: event.mediaType });
      case 'data': {
        const { name, id, value, transient } = event;
        return write({ type: `data-${name ?? 'value'}`, id, data: value, ...(transient && { transient }) });
      }
      case 'annotation':
        return write({ type: 'data-annotation', data: event.value });
      case 'metadata':
        return write({ type: 'message-metadata', messageMetadata: event.value });
      case 'thread':
        thread = mergeThread(thread, event);
        return '';
      case 'error':
        return write({ type: 'error', errorText: event.message });
      case 'abort':
        return write({ type: 'abort', ...(event.reason !== null && { reason: event.reason }) });
      case 'finish': {
        const messageMetadata = thread.threadId ? thread : undefined;
        return (
          closeParts() + write({ type: 'finish', finishReason: finishReason(event.reason), messageMetadata })
        );
      }
      case 'end':
        return 'data: [DONE]\n\n';
      default:
        return '';
    }
  }

  return (event) => {
    const wire = encode(event);
    if (started || wire === '') return wire;
    started = true;
    return event.type === 'message' ? wire : write({ type: 'start' }) + wire;
  };
}

const stepTypes = { start: 'start-step', finish: 'finish-step', reset: 'reset-step' } as const;

function createLineProtocolEncoder(): ReplyEncoder {
  let messageId = '';
  let stepOpen = false;
  let calledTool = false;
  let thread: Thread = {};

  const write = (code: string, value: unknown): string => `${code}:${JSON.stringify(value)}\n`;

  /** The protocol tells the message id with a step and at no other place. */
  function openStep(): string {
    if (stepOpen) return '';
    stepOpen = true;
    calledTool = false;
    return write('f', { messageId });
  }

  function closeStep(reason: string): string {
    if (!stepOpen) return '';
    stepOpen = false;
    return write('e', { finishReason: reason, isContinued: false });
  }

  function tool(event: AnswerEvent & { type: 'tool' }): string {
    const { id: toolCallId, name: toolName = 'tool', state, input = {}, output = null } = event;
    calledTool = true;
    switch (state) {
      case 'input-streaming':
        return write('b', { toolCallId, toolName });
      case 'input-available':
        return write('9', { toolCallId, toolName, args: input });
      case 'output-available':
        return event.preliminary ? '' : write('a', { toolCallId, result: output });
      default:
        return write('a', { toolCallId, result: { error: event.errorText ?? state } });
    }
  }

  return (event) => {
    switch (event.type) {
      case 'message':
        messageId = event.id;
        return '';
      case 'step':
        if (event.phase === 'start') return openStep();
        return event.phase === 'finish' ? closeStep(calledTool ? 'tool-calls' : 'stop') : '';
      case 'text':
        return event.delta === '' ? '' : openStep() + write('0', event.delta);
      case 'reasoning':
        return event.delta === '' ? '' : openStep() + write('g', event.delta);
      case 'tool':
        return openStep() + tool(event);
      case 'tool-input':
        return openStep() + write('c', { toolCallId: event.id, argsTextDelta: event.delta });
      case 'source': {
        const { url, title, id = url ?? '' } = event.source;
        return url === null ? '' : write('h', { sourceType: 'url', id, url, title });
      }
      case 'file': {
        const data = /^data:[^,]*;base64,(.*)$/s.exec(event.url)?.[1];
        return data === undefined ? '' : openStep() + write('k', { data, mimeType: event.mediaType });
      }
      case 'data':
        return event.transient
          ? ''
          : write('2', [event.name === null ? event.value : { type: event.name, value: event.value }]);
      case 'annotation':
      case 'metadata':
        return write('8', [event.value]);
      case 'thread':
        thread = mergeThread(thread, event);
        return '';
      case 'error':
        return write('3', event.message);
      case 'finish': {
        const reason = finishReason(event.reason);
        const told = thread.threadId ? write('2', [{ type: 'finish', ...thread }]) : '';
        return closeStep(reason) + told + write('d', { finishReason: reason, usage: event.usage, ...thread });
      }
      default:
        return '';
    }
  };
}
