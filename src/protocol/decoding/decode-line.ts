import { emitSource, emitThread, emitWarning, type Emit } from './decode-chunk.ts';
import { chunkReader } from './decode-extended.ts';
import { asString, isRecord, isString, parseJson, readErrorMessage, type UnknownRecord } from '../record.ts';

/** Codes of older versions and of the assistant protocol. */
const LEGACY_CODES = '14567';

/** Parts that are chunks of AI SDK 5 by another name, once their fields are renamed. */
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

/** Decodes the line protocol of AI SDK 4 ("data stream v1"): `CODE:JSON`, one part a line. */
export class LineProtocolDecoder {
  readonly #emit: Emit;
  /** Number of the open part, counted from 1 over both types; 0 for none. */
  readonly #open = { text: 0, reasoning: 0 };
  #parts = 0;
  /** Whether the last part was a step that stopped: some servers leave the finish part out. */
  #stopped = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** @param cut whether the body ended within this line */
  line(line: string, cut: boolean): void {
    const colon = line.indexOf(':');
    const code = line.slice(0, colon);
    const value = colon < 0 ? undefined : parseJson(line.slice(colon + 1));
    if (value === undefined && cut) emitWarning(this.#emit, 'cut-line', line);
    else if (colon < 0) emitWarning(this.#emit, 'no-separator', line);
    else if (!/^[0-9a-k]$/.test(code)) {
      emitWarning(this.#emit, 'unknown-code', code);
      emitThread(this.#emit, value, 8);
    } else if (LEGACY_CODES.includes(code)) {
      emitWarning(this.#emit, 'legacy-code', code);
      emitThread(this.#emit, value, code === '5' ? 6 : 8);
    } else if (value === undefined) emitWarning(this.#emit, 'bad-json', line);
    else if (!this.#decodePart(code, value)) emitWarning(this.#emit, 'bad-type', line);
  }

  end(): void {
    if (this.#stopped) this.#emit({ type: 'end' });
  }

  /** @returns `false` when the value is not of the type that the code needs */
  #decodePart(code: string, value: unknown): boolean {
    const items = Array.isArray(value) ? value : [value];
    switch (code) {
      case '0':
        return this.#emitDelta('text', value);
      case 'g':
        return this.#emitDelta('reasoning', value);
      case '2':
        for (const item of items) this.#decodeItem(item);
        return true;
      case '3': {
        const message = readErrorMessage(value);
        if (message !== undefined) this.#emit({ type: 'error', message });
        return message !== undefined;
      }
      case '8':
        for (const item of items) {
          this.#emit({ type: 'annotation', value: item });
          emitThread(this.#emit, item, 5);
        }
        return true;
      default:
        return isRecord(value) && this.#decodeChunk(code, value);
    }
  }

  #decodeChunk(code: string, value: UnknownRecord): boolean {
    const { args: input, result: output, argsTextDelta: inputTextDelta, mimeType: mediaType, data } = value;
    const isFile = code === 'k' && isString(data) && isString(mediaType);
    const url = isFile ? `data:${mediaType};base64,${data}` : value.url;
    const ends = value.isContinued !== true;
    if (code === 'd' || code === 'e') this.#closePart('reasoning');
    // What comes after a call of a tool, or a thought, is another text, although the step goes on.
    if (/[9b]/.test(code) || (/[de]/.test(code) && ends)) this.#closePart('text');
    this.#stopped = code === 'e' && ends && value.finishReason === 'stop';
    const chunk = { ...value, input, output, inputTextDelta, mediaType, url };
    if (!chunkReader(CHUNK_TYPES[code]!)!(chunk, this.#emit)) return false;
    if (code === 'f') this.#emit({ type: 'step', phase: 'start' });
    return true;
  }

  /** Decode one item of a data part. One family of servers sends its events in there, as JSON strings. */
  #decodeItem(item: unknown): void {
    const parsed = isString(item) ? parseJson(item) : null;
    const event = parsed ?? item;
    if (isRecord(event)) {
      const { type, textDelta, delta, text, sources } = event;
      if (parsed && type === 'text-delta' && this.#emitDelta('text', textDelta ?? delta ?? text)) return;
      if (parsed && type === 'sources' && Array.isArray(sources)) {
        for (const source of sources) emitSource(this.#emit, source);
        return;
      }
      if (parsed && asString(type)?.startsWith('tool')) this.#closePart('text');
      emitThread(this.#emit, event, type === 'finish' ? 1 : 4);
      if (type === 'finish') this.#emit({ type: 'end' });
    }
    this.#emit({ type: 'data', name: null, value: item, transient: false });
  }

  #emitDelta(type: 'text' | 'reasoning', delta: unknown): boolean {
    if (!isString(delta)) return false;
    this.#stopped = false;
    if (delta.trim()) this.#closePart(type === 'text' ? 'reasoning' : 'text');
    if (this.#open[type] === 0) {
      this.#open[type] = ++this.#parts;
      this.#emit({ type, phase: 'start', part: `${this.#parts}`, delta: '' });
    }
    this.#emit({ type, phase: 'delta', part: `${this.#open[type]}`, delta });
    return true;
  }

  #closePart(type: 'text' | 'reasoning'): void {
    if (this.#open[type] > 0) this.#emit({ type, phase: 'end', part: `${this.#open[type]}`, delta: '' });
    this.#open[type] = 0;
  }
}
