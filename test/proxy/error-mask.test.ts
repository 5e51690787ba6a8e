import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReplyDecoder, readFormatHint } from '../../src/protocol/decoding/decode.ts';
import { createErrorMask, MAX_HELD_BYTES } from '../../src/proxy/error-mask.ts';
import type { UpstreamFailure } from '../../src/proxy.ts';
import { postMessage, postSearch, proxyTo } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const SECRET = 'connect ECONNREFUSED 10.0.0.7:5432 with key sk-1';
const SENTENCE = 'The documentation service could not answer.';
const TEXT = `upstream-failed: ${SENTENCE}`;
const EVENT = `data: {"type":"error","errorText":"${TEXT}"}`;
const DOCUMENT = `{"error":"${SENTENCE}","code":"upstream-failed"}`;
const LINE = `3:"${TEXT}"`;

const SSE = 'text/event-stream';
const NDJSON = 'application/x-ndjson';
const JSON_LABEL = 'application/json';
const PLAIN = 'text/plain';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function createMask(mediaType: string, onFailure = () => {}) {
  return createErrorMask({ mediaType, isLabelled: mediaType === SSE || mediaType === NDJSON, onFailure });
}

/** Sends a body through in pieces of so many bytes. */
function pass(body: string, mediaType: string, size: number): string {
  const mask = createMask(mediaType);
  const bytes = encode(body);
  const passed: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) passed.push(mask.push(bytes.slice(at, at + size)));
  passed.push(mask.end());
  return decode(Buffer.concat(passed));
}

/** Whole, byte by byte, in pieces, and cut once at every byte. */
function assertPassed(body: string, mediaType: string, expected: string): void {
  const { length } = encode(body);
  for (const size of [length, 1, 2, 3, 7]) assert.equal(pass(body, mediaType, size), expected, `by ${size}`);
  for (let cut = 1; cut < length; cut++) {
    const mask = createMask(mediaType);
    const [first, second] = [mask.push(encode(body).slice(0, cut)), mask.push(encode(body).slice(cut))];
    assert.equal(decode(Buffer.concat([first, second, mask.end()])), expected, `cut at ${cut}`);
  }
}

const START = 'data: {"type":"start"}\n\n';
const DONE = 'data: {"type":"finish","finishReason":"error"}\n\ndata: [DONE]\n\n';
const FAILED_TOOL = '"toolCallId":"t1","toolName":"search","input":{"query":"caf\\u00e9"}';
const KEPT_TOOL = FAILED_TOOL.replace('\\u00e9', 'é');

describe('words of the upstream about a failure are replaced', () => {
  const cases: [title: string, mediaType: string, body: string, expected: string][] = [
    [
      'in an error event',
      SSE,
      `${START}data: {"type":"error","errorText":"${SECRET}"}\n\n${DONE}`,
      `${START}${EVENT}\n\n${DONE}`,
    ],
    ['in the first event', SSE, `data: {"type":"error","errorText":"${SECRET}"}\n\n`, `${EVENT}\n\n`],
    [
      'behind a byte order mark',
      SSE,
      `\uFEFFdata: {"type":"error","errorText":"${SECRET}"}\n\n`,
      `${EVENT}\n\n`,
    ],
    [
      'with CRLF',
      SSE,
      `: hi\r\n\r\ndata:{ "type" : "error", "errorText":"${SECRET}"}\r\n\r\n`,
      `: hi\r\n\r\n${EVENT}\r\n\r\n`,
    ],
    [
      'with CR alone',
      SSE,
      `data: {"type":"start"}\r\rdata: {"type":"error","errorText":"${SECRET}"}\r\rdata: [DONE]\r\r`,
      `data: {"type":"start"}\r\r${EVENT}\r\rdata: [DONE]\r\r`,
    ],
    [
      'with the type at the end',
      SSE,
      `data: {"errorText":"${SECRET}","type":"error"}\n\n${DONE}`,
      `${EVENT}\n\n${DONE}`,
    ],
    [
      'over several lines of data',
      SSE,
      `${START}data: {\ndata:   "type": "error",\ndata:   "errorText": "${SECRET}"\ndata: }\n\n${DONE}`,
      `${START}${EVENT}\n\n${DONE}`,
    ],
    [
      'over lines that begin with the type',
      SSE,
      `data: {"type":"error",\r\ndata: "errorText":"${SECRET}"}\r\n\r\n${DONE}`,
      `${EVENT}\r\n\r\n${DONE}`,
    ],
    [
      'without empty lines between events',
      SSE,
      `data: {"type":"start"}\ndata: {"type":"error","errorText":"${SECRET}"}\ndata: {"type":"finish"}\ndata: [DONE]\n`,
      `data: {"type":"start"}\n${EVENT}\ndata: {"type":"finish"}\ndata: [DONE]\n`,
    ],
    [
      'in an event that was cut',
      SSE,
      `${START}data: {"type":"error","errorText":"${SECRET}`,
      `${START}${EVENT}\n\n`,
    ],
    [
      'in an error without a type',
      SSE,
      `${START}data: {"error":{"message":"${SECRET}"}}\n\n`,
      `${START}${EVENT}\n\n`,
    ],
    ['in one that was cut', SSE, `data: {"error":{"message":"${SECRET}`, `${EVENT}\n\n`],
    [
      'in an event named error',
      SSE,
      `${START}event: error\ndata: ${SECRET}\n\n${DONE}`,
      `${START}${EVENT}\n\n${DONE}`,
    ],
    [
      'in one that is named afterwards',
      SSE,
      `data: ${SECRET}\nid: 1\nevent:error\n\n${DONE}`,
      `${EVENT}\n\n${DONE}`,
    ],
    [
      'in one that has an object',
      SSE,
      `event: error\r\ndata: {"message":"${SECRET}"}\r\n\r\n`,
      `${EVENT}\r\n\r\n`,
    ],
    [
      'of a tool',
      SSE,
      `data: {"type":"tool-output-error","toolCallId":"t1","errorText":"${SECRET}","providerMetadata":{"a":{"b":"${SECRET}"}}}\n\n${DONE}`,
      `data: {"type":"tool-output-error","toolCallId":"t1","errorText":"${TEXT}"}\n\n${DONE}`,
    ],
    [
      'of the input of a tool, which stays',
      SSE,
      `data: {"type":"tool-input-error",${FAILED_TOOL},"errorText":"${SECRET}"}\n\n`,
      `data: {"type":"tool-input-error",${KEPT_TOOL},"errorText":"${TEXT}"}\n\n`,
    ],
    ['why it stopped', SSE, `data: {"type":"abort","reason":"${SECRET}"}\n\n`, 'data: {"type":"abort"}\n\n'],
    [
      'in the line protocol',
      PLAIN,
      `f:{"messageId":"m"}\n3:"${SECRET}"\nd:{}\n`,
      `f:{"messageId":"m"}\n${LINE}\nd:{}\n`,
    ],
    ['in its first line', PLAIN, `3:"${SECRET}"\n`, `${LINE}\n`],
    [
      'in an error that is an object',
      PLAIN,
      `0:"a"\r\n3:{"message":"${SECRET}"}\r\n`,
      `0:"a"\r\n${LINE}\r\n`,
    ],
    ['in one that was cut', PLAIN, `0:"a"\n3:"${SECRET}`, `0:"a"\n${LINE}\n\n`],
    ['in one that is not JSON', PLAIN, `0:"a"\n3:${SECRET}\n`, `0:"a"\n${LINE}\n`],
    [
      'in a data part',
      PLAIN,
      `0:"a"\n2:[{"type":"error","message":"${SECRET}"}]\n2:["{\\"type\\":\\"error\\",\\"message\\":\\"${SECRET}\\"}"]\n`,
      `0:"a"\n${LINE}\n${LINE}\n`,
    ],
    [
      'in a line of JSON',
      NDJSON,
      `{"type":"start"}\n{"type":"error","errorText":"${SECRET}"}\n{"type":"finish"}\n`,
      `{"type":"start"}\n{"type":"error","errorText":"${TEXT}"}\n{"type":"finish"}\n`,
    ],
    ['in a JSON document', JSON_LABEL, `{"error":"${SECRET}","stack":"${SECRET}"}`, `${DOCUMENT}\n\n`],
    [
      'in an indented one',
      JSON_LABEL,
      `\n{\n  "error": {\n\n    "message": "${SECRET}"\n  }\n}\n`,
      `\n${DOCUMENT}\n`,
    ],
    ['in the page of a gateway', PLAIN, `\n<!DOCTYPE html>\n<html>${SECRET}</html>\n`, `\n${LINE}\n`],
    ['in a page that is labelled as events', SSE, `<html><body>${SECRET}</body>`, `${EVENT}\n\n`],
    ['in a page that is labelled as JSON', JSON_LABEL, `<HTML>\n${SECRET}`, DOCUMENT],
    [
      'in a page in the middle of a stream',
      SSE,
      `${START}<html>${SECRET}\n\n${SECRET}`,
      `${START}${EVENT}\n\n`,
    ],
  ];
  for (const [title, mediaType, body, expected] of cases) {
    it(`${title} (${mediaType}), however it is cut`, () => {
      assertPassed(body, mediaType, expected);
      assert.doesNotMatch(expected, /ECONN|sk-1/);
    });
  }
});

describe('what is no failure goes on as it is', () => {
  const cases: [title: string, mediaType: string, body: string][] = [
    [
      'text that tells of errors',
      SSE,
      `data: {"type":"text-delta","delta":"{\\"type\\":\\"error\\"} 3:\\"x\\""}\n\n${DONE}`,
    ],
    ['a chunk whose type comes last', SSE, `data: {"id":"1","delta":"error","type":"text-delta"}\n\n`],
    ['the result of a tool', SSE, `data: {"type":"tool-output-available","output":{"error":"none"}}\n\n`],
    [
      'a chunk over several lines',
      SSE,
      `data: {"type":"text-delta",\ndata: "id":"1",\ndata: "delta":"é"}\n\n`,
    ],
    [
      'names, ids and comments',
      SSE,
      `: hi\nid: 7\nevent: message\nretry: 1\nfoo: bar\ndata: {"type":"start"}\n\n`,
    ],
    ['a chunk in an event named error', SSE, `event: error\ndata: {"type":"text-delta","delta":"x"}\n\n`],
    ['data that is no JSON', SSE, `data: one\n\ndata: two\ndata: three\n\ndata: {"half":\n\n`],
    ['an event that was cut', SSE, `${START}data: {"type":"text-de`],
    [
      'plain text that quotes a stream',
      PLAIN,
      `Errors look so:\n\n3:"broken"\ndata: {"type":"error"}\n<html>\n`,
    ],
    ['plain text that begins with a number', PLAIN, `3: the third\n3:"broken"\n`],
    ['plain text that begins with a tag', PLAIN, `<b>bold</b>\n3:"broken"\n`],
    ['a JSON answer', JSON_LABEL, `{\n  "message": "It is about \\"error\\": handling",\n  "error": null\n}`],
    ['data parts', PLAIN, `2:[{"type":"sources","sources":[]}]\n2:[{"a":1}]\n8:["{\\"b\\":2}"]\n2:[]\n`],
    ['lines of JSON', NDJSON, `{"type":"start"}\n{"id":"1","type":"text-start"}\n{"half":\n`],
    ['empty lines and a byte order mark', SSE, `\uFEFF\n\n${START}\r\n\r\n${DONE}`],
    ['nothing', SSE, ''],
  ];
  for (const [title, mediaType, body] of cases) {
    it(`${title} (${mediaType}), however it is cut`, () => assertPassed(body, mediaType, body));
  }

  it('at once, though the event goes on, as soon as its type is known', () => {
    const mask = createMask(SSE);
    assert.equal(decode(mask.push(encode('data: {"type":"text-'))), '');
    assert.equal(decode(mask.push(encode('delta"'))), 'data: {"type":"text-delta"');
    for (const byte of ',"delta":"words') assert.equal(decode(mask.push(encode(byte))), byte);
  });

  it('at once in the line protocol and in plain text', () => {
    for (const [first, ...bytes] of ['0:"words', 'Words']) {
      const mask = createMask(PLAIN);
      let passed = decode(mask.push(encode(first!)));
      for (const byte of bytes) passed += decode(mask.push(encode(byte)));
      assert.equal(passed, first + bytes.join(''));
    }
  });

  it('as the same bytes, not as a copy', () => {
    const piece = encode('data: {"type":"text-delta","delta":"words');
    assert.equal(createMask(SSE).push(piece).buffer, piece.buffer);
  });
});

describe('what is held', () => {
  it('ends, and ends the answer as failed, when it is too long', () => {
    let failures = 0;
    const mask = createMask(SSE, () => failures++);
    let passed = decode(mask.push(encode(`data: {"text":"${SECRET}`)));
    const piece = encode('x'.repeat(65_536));
    for (let sent = 0; sent <= 2 * MAX_HELD_BYTES; sent += piece.length) passed += decode(mask.push(piece));
    passed += decode(mask.push(encode(`"}\n\n${START}`))) + decode(mask.end());
    assert.equal(passed, `${EVENT}\n\n`);
    assert.equal(failures, 1);
  });

  it('is read in linear time, byte by byte', () => {
    const mask = createMask(SSE);
    const byte = encode('x');
    mask.push(encode('data: {"text":"'));
    for (let sent = 0; sent < MAX_HELD_BYTES - 100; sent++) mask.push(byte);
    const end = `","type":"text-delta"}\n\n`;
    assert.equal(mask.push(encode(end)).length, MAX_HELD_BYTES - 100 + 15 + end.length);
  });
});

describe('a failure in a stream that goes through the proxy', () => {
  async function ask(type: string, body: string) {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const failures: UpstreamFailure[] = [];
    const onUpstreamFailure = (failure: UpstreamFailure) => failures.push(failure);
    const response = await proxyTo(upstream.url, { onUpstreamFailure })(postMessage());
    return { text: await response.text(), hint: readFormatHint(response.headers), failures };
  }

  const bodies: [type: string, body: string][] = [
    [SSE, `${START}data: {"type":"error","errorText":"${SECRET}"}\n\n${DONE}`],
    [SSE, `${START}event: error\ndata: ${SECRET}\n\n`],
    [SSE, `<!doctype html><p>${SECRET}`],
    [PLAIN, `0:"a"\n3:"${SECRET}"\n`],
    [PLAIN, `<!doctype html><p>${SECRET}`],
    [NDJSON, `{"type":"start"}\n{"type":"error","errorText":"${SECRET}"}\n`],
    [JSON_LABEL, `{"error":{"message":"${SECRET}"}}`],
    [JSON_LABEL, `<!doctype html><p>${SECRET}`],
  ];
  for (const [type, body] of bodies) {
    it(`is an error to the widget, and one to the host, for ${body.slice(0, 30)} (${type})`, async () => {
      const { text, hint, failures } = await ask(type, body);
      const decoder = createReplyDecoder({ hint });
      const events = [...(await decoder.push(text)), ...(await decoder.end())];
      const errors = events.filter((event) => event.type === 'error').map(({ message }) => message);
      assert.equal(errors.length, 1);
      assert.match(errors[0]!, /The documentation service could not answer\.$/);
      assert.doesNotMatch(text, /ECONN|sk-1/);
      assert.deepEqual(failures, [{ operation: 'message', code: 'upstream-failed', status: 200 }]);
    });
  }

  it('is none to the host when a tool failed or the answer was stopped', async () => {
    const tool = `data: {"type":"tool-output-error","toolCallId":"t1","errorText":"${SECRET}"}\n\n`;
    const stop = `data: {"type":"abort","reason":"${SECRET}"}\n\n`;
    assert.deepEqual((await ask(SSE, tool + stop)).failures, []);
  });
});

describe('an answer in one piece that tells of an error with status 200', () => {
  it('is a failure of the upstream', async () => {
    await using upstream = await startUpstream(sendJson({ error: SECRET }));
    const response = await proxyTo(upstream.url)(postSearch());
    const text = await response.text();
    assert.deepEqual([response.status, JSON.parse(text).code], [502, 'upstream-failed']);
    assert.doesNotMatch(text, /ECONN/);
  });
});
