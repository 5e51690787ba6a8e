import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyGuard } from '../../src/proxy/key-guard.ts';
import { ASSISTANT_KEY, postMessage, postSearch, proxyTo } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

const STARS = '*'.repeat(ASSISTANT_KEY.length);
const BODY = `0:"assist assistant-${ASSISTANT_KEY}${ASSISTANT_KEY} assistant-key-3f9"\n`;
const MASKED = BODY.replaceAll(ASSISTANT_KEY, STARS);

describe('the key', () => {
  it('is in no piece of a body, however it is cut', () => {
    for (let cut = 0; cut <= BODY.length; cut++) {
      const guard = createKeyGuard(ASSISTANT_KEY)!;
      const pieces = [BODY.slice(0, cut), BODY.slice(cut)].map((text) =>
        guard.push(new TextEncoder().encode(text)),
      );
      assert.equal(Buffer.concat([...pieces, guard.end()]).toString(), MASKED, `cut at ${cut}`);
    }
    const guard = createKeyGuard(ASSISTANT_KEY)!;
    const pieces = Array.from(BODY, (byte) => guard.push(new TextEncoder().encode(byte)));
    assert.equal(Buffer.concat([...pieces, guard.end()]).toString(), MASKED, 'byte by byte');
  });

  it('holds back nothing but its own beginning', () => {
    const guard = createKeyGuard(ASSISTANT_KEY)!;
    const piece = new TextEncoder().encode('words');
    assert.equal(guard.push(piece), piece);
    assert.equal(Buffer.from(guard.push(new TextEncoder().encode('words assist'))).toString(), 'words ');
    assert.equal(Buffer.from(guard.end()).toString(), 'assist');
  });

  it('is not looked for when it is so short that it may be a word', () => {
    assert.equal(createKeyGuard('test'), null);
  });

  it('is in no answer and no header though the upstream says it', async () => {
    const headers = { 'x-thread-id': `for-${ASSISTANT_KEY}`, 'x-thread-key': 'thread' };
    const said = [{ content: `Bearer ${ASSISTANT_KEY}`, path: 'guide', metadata: {} }];
    await using upstream = await startUpstream(sendJson(said, 200, headers));
    for (const request of [postMessage(), postSearch()]) {
      const response = await proxyTo(upstream.url)(request);
      assert.equal((await response.json())[0].content, `Bearer ${STARS}`);
      assert.equal(response.headers.get('x-thread-id'), null);
      assert.equal(response.headers.get('x-thread-key'), 'thread');
    }
  });
});
