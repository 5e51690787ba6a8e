import { emitSource, emitThread, emitWarning, type Emit } from './decode-chunk.ts';
import { isRecord, parseJson, readErrorMessage } from './record.ts';

/** Reads the line protocol of AI SDK 4 ("data stream v1"): `CODE:JSON`, one part a line. */
export interface LineProtocolDecoder {
  /** @param cut whether the body ended within this line */
  line(line: string, cut: boolean): void;
  end(): void;
}

const CODES = '0123456789abcdefghijk';
/** Codes of older versions and of the assistant protocol. */
const LEGACY_CODES = '14567';

export function createLineProtocolDecoder(emit: Emit): LineProtocolDecoder {
  let parts = 0;
  let text: string | null = null;
  let reasoning: string | null = null;
  /** Whether the last thing was a step that stopped: some servers leave the finish part out. */
  let stopped = false;

  function openPart(type: 'text' | 'reasoning'): string {
    const part = String(parts++);
    emit({ type, phase: 'start', part, delta: '' });
    return part;
  }

  function closeParts(keepText: boolean): void {
    if (reasoning !== null) emit({ type: 'reasoning', phase: 'end', part: reasoning, delta: '' });
    reasoning = null;
    if (keepText) return;
    if (text !== null) emit({ type: 'text', phase: 'end', part: text, delta: '' });
    text = null;
  }

  function decodeText(delta: string): void {
    text ??= openPart('text');
    emit({ type: 'text', phase: 'delta', part: text, delta });
  }

  /** One server family sends its events as JSON strings within data parts. */
  function decodeDataItem(item: unknown): void {
    const event = typeof item === 'string' && item.startsWith('{') ? parseJson(item) : item;
    if (isRecord(event)) {
      if (typeof item === 'string' && event.type === 'text-delta') {
        const delta = event.textDelta ?? event.delta ?? event.text;
        if (typeof delta === 'string') return decodeText(delta);
      }
      if (typeof item === 'string' && event.type === 'sources' && Array.isArray(event.sources)) {
        for (const source of event.sources) emitSource(emit, source);
        return;
      }
      emitThread(emit, event, event.type === 'finish' ? 1 : 4);
      if (event.type === 'finish') emit({ type: 'end' });
    }
    emit({ type: 'data', name: null, value: item, transient: false });
  }

  /** @returns `false` when the value is not of the type that the code needs */
  function decodePart(code: string, value: unknown): boolean {
    if (code !== '2' && code !== '8') stopped = false;
    switch (code) {
      case '0':
        if (typeof value !== 'string') return false;
        decodeText(value);
        return true;
      case 'g':
        if (typeof value !== 'string') return false;
        reasoning ??= openPart('reasoning');
        emit({ type: 'reasoning', phase: 'delta', part: reasoning, delta: value });
        return true;
      case '2':
        for (const item of Array.isArray(value) ? value : [value]) decodeDataItem(item);
        return true;
      case '8':
        for (const item of Array.isArray(value) ? value : [value]) {
          emit({ type: 'annotation', value: item });
          emitThread(emit, item, 5);
        }
        return true;
      case '3': {
        const message = readErrorMessage(value);
        if (message !== null) emit({ type: 'error', message });
        return message !== null;
      }
    }
    if (!isRecord(value)) return false;
    const { toolCallId: id, toolName: name, finishReason } = value;
    switch (code) {
      case 'f':
        if (typeof value.messageId !== 'string') return false;
        emit({ type: 'message', id: value.messageId });
        emit({ type: 'step', phase: 'start' });
        return true;
      case 'e':
        closeParts(value.isContinued === true);
        emit({ type: 'step', phase: 'finish' });
        emitThread(emit, value, 3);
        stopped = finishReason === 'stop' && value.isContinued !== true;
        return true;
      case 'd':
        closeParts(false);
        emitThread(emit, value, 1);
        emitThread(emit, value.messageMetadata, 2);
        emit({
          type: 'finish',
          reason: typeof finishReason === 'string' ? finishReason : null,
          ...(value.usage != null && { usage: value.usage }),
        });
        emit({ type: 'end' });
        return true;
      case 'h':
        return emitSource(emit, value);
      case 'k':
        if (typeof value.data !== 'string' || typeof value.mimeType !== 'string') return false;
        emit({ type: 'file', url: `data:${value.mimeType};base64,${value.data}`, mediaType: value.mimeType });
        return true;
      case 'i':
      case 'j':
        return true;
    }
    if (typeof id !== 'string') return false;
    const tool = { type: 'tool', id, ...(typeof name === 'string' && { name }) } as const;
    switch (code) {
      case 'b':
        emit({ ...tool, state: 'input-streaming' });
        return true;
      case 'c':
        if (typeof value.argsTextDelta !== 'string') return false;
        emit({ type: 'tool-input', id, delta: value.argsTextDelta });
        return true;
      case '9':
        emit({ ...tool, state: 'input-available', input: value.args ?? null });
        return true;
      default:
        emit({ ...tool, state: 'output-available', output: value.result ?? null });
        return true;
    }
  }

  return {
    line(line, cut) {
      const colon = line.indexOf(':');
      const code = line.slice(0, colon);
      const value = colon < 0 ? undefined : parseJson(line.slice(colon + 1));
      if (value === undefined && cut) emitWarning(emit, 'cut-line', line);
      else if (colon < 0) emitWarning(emit, 'no-separator', line);
      else if (colon !== 1 || !CODES.includes(code)) {
        emitWarning(emit, 'unknown-code', code);
        emitThread(emit, value, 8);
      } else if (LEGACY_CODES.includes(code)) {
        emitWarning(emit, 'legacy-code', code);
        emitThread(emit, value, code === '5' ? 6 : 8);
      } else if (value === undefined) emitWarning(emit, 'bad-json', line);
      else if (!decodePart(code, value)) emitWarning(emit, 'bad-type', line);
    },
    end() {
      if (stopped) emit({ type: 'end' });
    },
  };
}
