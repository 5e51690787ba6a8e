import type { AnswerEvent } from '../reply/answer-event.ts';
import { finishReason, mergeThread, type FinishedThread } from './encode-finish.ts';

const STEP_TYPES = { start: 'start-step', finish: 'finish-step', reset: 'reset-step' } as const;

/** Encodes the UI message stream of AI SDK 5 to 7: one chunk of JSON in each event of an SSE stream. */
export class SseEncoder {
  /** Type and id of each part that was started and has not ended, separated by a space. */
  readonly #openParts = new Set<string>();
  readonly #toolNames = new Map<string, string>();
  #thread: FinishedThread = {};
  #sources = 0;
  #started = false;

  encode(event: AnswerEvent): string {
    const wire = this.#encode(event);
    if (this.#started || wire === '') return wire;
    this.#started = true;
    return event.type === 'message' ? wire : write({ type: 'start' }) + wire;
  }

  #encode(event: AnswerEvent): string {
    switch (event.type) {
      case 'message':
        return write({ type: 'start', messageId: event.id });
      case 'step':
        return (event.phase === 'start' ? '' : this.#closeParts()) + write({ type: STEP_TYPES[event.phase] });
      case 'text':
      case 'reasoning':
        return this.#encodePart(event);
      case 'tool':
        return this.#encodeTool(event);
      case 'tool-input':
        return write({ type: 'tool-input-delta', toolCallId: event.id, inputTextDelta: event.delta });
      case 'source':
        return this.#encodeSource(event);
      case 'thread':
        this.#thread = mergeThread(this.#thread, event);
        return '';
      case 'finish': {
        const messageMetadata = { ...event.metadata, ...(this.#thread.threadId && this.#thread) };
        const chunk = {
          type: 'finish',
          finishReason: finishReason(event.reason),
          ...(Object.keys(messageMetadata).length > 0 && { messageMetadata }),
        };
        return this.#closeParts() + write(chunk);
      }
      default:
        return encodeSimple(event);
    }
  }

  #encodePart({ type, phase, part: id, delta }: AnswerEvent & { type: 'text' | 'reasoning' }): string {
    const key = `${type} ${id}`;
    const open = this.#openParts;
    let wire = '';
    if (phase === 'start' && open.delete(key)) wire += write({ type: `${type}-end`, id });
    if (phase !== 'end' && !open.has(key)) {
      open.add(key);
      wire += write({ type: `${type}-start`, id });
    }
    if (delta !== '' && open.has(key)) wire += write({ type: `${type}-delta`, id, delta });
    if (phase === 'end' && open.delete(key)) wire += write({ type: `${type}-end`, id });
    return wire;
  }

  #closeParts(): string {
    let wire = '';
    for (const key of this.#openParts) {
      const space = key.indexOf(' ');
      wire += write({ type: `${key.slice(0, space)}-end`, id: key.slice(space + 1) });
    }
    this.#openParts.clear();
    return wire;
  }

  #encodeTool(event: AnswerEvent & { type: 'tool' }): string {
    const { id: toolCallId, state, input = {}, output = null, errorText = '', preliminary } = event;
    const known = this.#toolNames.has(toolCallId);
    const toolName = event.name ?? this.#toolNames.get(toolCallId) ?? 'tool';
    this.#toolNames.set(toolCallId, toolName);
    if (state === 'input-streaming') return write({ type: 'tool-input-start', toolCallId, toolName });
    const call = write({ type: 'tool-input-available', toolCallId, toolName, input });
    if (state === 'input-available') return call;
    const outcome = {
      'output-available': { output, ...(preliminary && { preliminary }) },
      'output-error': { errorText },
      'output-denied': {},
    }[state];
    return (known ? '' : call) + write({ type: `tool-${state}`, toolCallId, ...outcome });
  }

  #encodeSource({ source }: AnswerEvent & { type: 'source' }): string {
    const { url, title, id: sourceId = `source-${this.#sources}` } = source;
    this.#sources++;
    return url === null
      ? write({ type: 'source-document', sourceId, mediaType: 'text/plain', title: title ?? sourceId })
      : write({ type: 'source-url', sourceId, url, title });
  }
}

/** Encode an event that needs nothing of the events before it. */
function encodeSimple(event: AnswerEvent): string {
  switch (event.type) {
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
    case 'error':
      return write({ type: 'error', errorText: event.message });
    case 'abort':
      return write({ type: 'abort', ...(event.reason !== null && { reason: event.reason }) });
    case 'end':
      return 'data: [DONE]\n\n';
    default:
      return '';
  }
}

function write(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
