import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { readRecordings, type Recording } from '../protocol/recordings.ts';
import { postMessage, proxyTo } from './requests.ts';
import { startUpstream } from './upstream.ts';

/** Not a multiple of anything: cuts characters and events. */
const PIECE_BYTES = 997;
/** Headers of a recording that are about its connection. */
const HOP_BY_HOP = /^(?:connection|keep-alive|transfer-encoding|content-length)$/;

/** An upstream that says again what a real one said. */
function startRecorded({ status, headers, body }: Recording) {
  return startUpstream(async (response) => {
    const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name));
    response.writeHead(status, Object.fromEntries(kept));
    for (let start = 0; start < body.length; start += PIECE_BYTES) {
      if (!response.write(body.subarray(start, start + PIECE_BYTES))) await once(response, 'drain');
    }
    response.end();
  });
}

const SENTENCE = 'upstream-failed: The documentation service could not answer.';
const decoder = new TextDecoder();

/** The upstream's own words about failures, which stay with the proxy. */
function withoutFailureText({ name, body }: Recording): Uint8Array {
  if (!/error|abort-server/.test(name)) return body;
  const text = decoder
    .decode(body)
    .replace(/^3:.*$/gm, `3:"${SENTENCE}"`)
    .replace(/"errorText":".*"\}$/gm, `"errorText":"${SENTENCE}"}`)
    .replace(/^event: error\ndata: .*$/m, `data: {"type":"error","errorText":"${SENTENCE}"}`)
    .replace(/"type":"abort".*\}/, '"type":"abort"}');
  return new TextEncoder().encode(text);
}

const recordings = readRecordings();

describe('a recorded stream', () => {
  for (const recording of recordings.filter(({ status }) => status === 200)) {
    it(`${recording.name} gets through as it is, but for words about failures`, async () => {
      await using upstream = await startRecorded(recording);
      const apiVersion = recording.name.startsWith('ai4') ? 'v1' : 'v2';
      const response = await proxyTo(upstream.url, { apiVersion })(postMessage());
      const passed = Buffer.from(await response.arrayBuffer());
      assert.ok(passed.equals(withoutFailureText(recording)));
      for (const name of ['x-thread-id', 'x-thread-key', 'x-vercel-ai-ui-message-stream']) {
        assert.equal(response.headers.get(name), recording.headers[name] ?? null, name);
      }
    });
  }
});

describe('a recorded refusal', () => {
  for (const recording of recordings.filter(({ status }) => status !== 200)) {
    it(`${recording.name} is told in other words`, async () => {
      await using upstream = await startRecorded(recording);
      const response = await proxyTo(upstream.url)(postMessage());
      const text = await response.text();
      const { code, error } = JSON.parse(text);
      assert.match(code, /^(?:upstream-failed|rate-limited|not-found)$/);
      const said = decoder.decode(recording.body);
      assert.ok(said === '' || !error.includes(said));
      assert.doesNotMatch(text, /<html/i);
    });
  }
});
