import { emitSource, emitThread, emitWarning, type Emit } from './decode-chunk.ts';
import { chunkReader } from './decode-extended.ts';
import { isRecord, isString, parseJson, readErrorMessage } from '../record.ts';

/** Reads the line protocol of AI SDK 4 ("data stream v1"): `CODE:JSON`, one part a line. */
export interface LineProtocolDecoder {
  /** @param cut whether the body ended within this line */
  line(line: string, cut: boolean): void;
  end(): void;
}

/** Codes of older versions and of the assistant protocol. */
const LEGACY_CODES = '14567';

/** Parts whose counterpart in the chunks of AI SDK 5 says the same, once the fields have its names. */
const CHUNK_TYPES: Record<string, string> = {
  9: 'tool-input-available',
  a: 'tool-output-available',
  b: 'tool-input-start',
  c: 'tool-input-delta',
  d: 'finish',
  e: 'finish-step',
  f: 'start',
  h: 'source-url',
  // Redacted reasoning and signatures are for the model.
  i: 'custom',
  j: 'custom',
  k: 'file',
};

export function createLineProtocolDecoder(emit: Emit): LineProtocolDecoder {
  /** Number of the open part, counted from 1 over both types. */
  const open = { text: 0, reasoning: 0 };
  let parts = 0;
  /** Whether the last thing was a step that stopped: some servers leave the finish part out. */
  let stopped = false;

  function emitDelta(type: 'text' | 'reasoning', delta: unknown): boolean {
    if (!isString(delta)) return false;
    stopped = false;
    if (open[type] === 0) {
      open[type] = ++parts;
      emit({ type, phase: 'start', part: `${parts}`, delta: '' });
    }
    emit({ type, phase: 'delta', part: `${open[type]}`, delta });
    return true;
  }

  function closePart(type: 'text' | 'reasoning'): void {
    if (open[type] > 0) emit({ type, phase: 'end', part: `${open[type]}`, delta: '' });
    open[type] = 0;
  }

  /** One family of servers sends its events as JSON strings within data parts. */
  function decodeItem(item: unknown): void {
    const told = isString(item) ? parseJson(item) : null;
    const event = told ?? item;
    if (isRecord(event)) {
      const { type, textDelta, delta, text, sources } = event;
      if (told && type === 'text-delta' && emitDelta('text', textDelta ?? delta ?? text)) return;
      if (told && type === 'sources' && Array.isArray(sources)) {
        for (const source of sources) emitSource(emit, source);
        return;
      }
      emitThread(emit, event, type === 'finish' ? 1 : 4);
      if (type === 'finish') emit({ type: 'end' });
    }
    emit({ type: 'data', name: null, value: item, transient: false });
  }

  /** @returns `false` when the value is not of the type that the code needs */
  function decodePart(code: string, value: unknown): boolean {
    const items = Array.isArray(value) ? value : [value];
    if (code === '0') return emitDelta('text', value);
    if (code === 'g') return emitDelta('reasoning', value);
    if (code === '2') items.forEach(decodeItem);
    else if (code === '8') {
      for (const item of items) {
        emit({ type: 'annotation', value: item });
        emitThread(emit, item, 5);
      }
    } else if (code === '3') {
      const message = readErrorMessage(value);
      if (message === undefined) return false;
      emit({ type: 'error', message });
    } else {
      if (!isRecord(value)) return false;
      const { args: input, result: output, argsTextDelta: inputTextDelta, mimeType: mediaType, data } = value;
      const isFile = code === 'k' && isString(data) && isString(mediaType);
      const url = isFile ? `data:${mediaType};base64,${data}` : value.url;
      const ends = value.isContinued !== true;
      if (code === 'd' || code === 'e') {
        closePart('reasoning');
        if (ends) closePart('text');
      }
      stopped = code === 'e' && ends && value.finishReason === 'stop';
      const chunk = { ...value, input, output, inputTextDelta, mediaType, url };
      if (!chunkReader(CHUNK_TYPES[code]!)!(chunk, emit)) return false;
      if (code === 'f') emit({ type: 'step', phase: 'start' });
    }
    return true;
  }

  return {
    line(line, cut) {
      const colon = line.indexOf(':');
      const code = line.slice(0, colon);
      const value = colon < 0 ? undefined : parseJson(line.slice(colon + 1));
      if (value === undefined && cut) emitWarning(emit, 'cut-line', line);
      else if (colon < 0) emitWarning(emit, 'no-separator', line);
      else if (!/^[0-9a-k]$/.test(code)) {
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
