import type { AnswerEvent } from '../reply/answer-event.ts';
import { finishReason, mergeThread, type FinishedThread } from './encode-finish.ts';

/** Encodes the line protocol of AI SDK 4 ("data stream v1"): `CODE:JSON`, one part a line. */
export class LineProtocolEncoder {
  #messageId = '';
  #stepOpen = false;
  #calledTool = false;
  #thread: FinishedThread = {};

  encode(event: AnswerEvent): string {
    switch (event.type) {
      case 'message':
        this.#messageId = event.id;
        return '';
      case 'step':
        if (event.phase === 'start') return this.#openStep();
        return event.phase === 'finish' ? this.#closeStep(this.#calledTool ? 'tool-calls' : 'stop') : '';
      case 'text':
        return event.delta === '' ? '' : this.#openStep() + write('0', event.delta);
      case 'reasoning':
        return event.delta === '' ? '' : this.#openStep() + write('g', event.delta);
      case 'tool':
        return this.#openStep() + this.#encodeTool(event);
      case 'tool-input':
        return this.#openStep() + write('c', { toolCallId: event.id, argsTextDelta: event.delta });
      case 'file': {
        const data = /^data:[^,]*;base64,(.*)$/s.exec(event.url)?.[1];
        return data === undefined ? '' : this.#openStep() + write('k', { data, mimeType: event.mediaType });
      }
      case 'thread':
        this.#thread = mergeThread(this.#thread, event);
        return '';
      case 'finish':
        return this.#encodeFinish(event);
      default:
        return encodeSimple(event);
    }
  }

  /** Open a step, unless one is open. The protocol carries the message id there and nowhere else. */
  #openStep(): string {
    if (this.#stepOpen) return '';
    this.#stepOpen = true;
    this.#calledTool = false;
    return write('f', { messageId: this.#messageId });
  }

  #closeStep(reason: string): string {
    if (!this.#stepOpen) return '';
    this.#stepOpen = false;
    return write('e', { finishReason: reason, isContinued: false });
  }

  #encodeTool(event: AnswerEvent & { type: 'tool' }): string {
    const { id: toolCallId, name: toolName = 'tool', state, input = {}, output = null } = event;
    this.#calledTool = true;
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

  #encodeFinish({ reason, usage, metadata }: AnswerEvent & { type: 'finish' }): string {
    const thread = this.#thread;
    const data = thread.threadId ? write('2', [{ type: 'finish', ...thread }]) : '';
    const finish = { finishReason: finishReason(reason), usage, ...thread };
    const annotation = metadata ? write('8', [metadata]) : '';
    return this.#closeStep(finish.finishReason) + annotation + data + write('d', finish);
  }
}

/** Encode an event that needs nothing of the events before it. */
function encodeSimple(event: AnswerEvent): string {
  switch (event.type) {
    case 'source': {
      const { url, title, id = url ?? '' } = event.source;
      return url === null ? '' : write('h', { sourceType: 'url', id, url, title });
    }
    case 'data': {
      const { name, value, transient } = event;
      return transient ? '' : write('2', [name === null ? value : { type: name, value }]);
    }
    case 'annotation':
    case 'metadata':
      return write('8', [event.value]);
    case 'error':
      return write('3', event.message);
    default:
      return '';
  }
}

function write(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`;
}
