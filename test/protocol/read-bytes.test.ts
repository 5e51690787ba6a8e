import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBytes } from '../../src/protocol/read-bytes.ts';

/** A body as in Safari, whose streams cannot be iterated. */
function createBody(chunks: readonly string[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const rest = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    cancel: () => onCancel?.(),
  });
  return Object.defineProperty(body, Symbol.asyncIterator, { value: undefined });
}

test('joins the chunks of a body, empty ones too', async () => {
  const bytes = await readBytes(createBody(['ab', '', 'c']), 3);
  assert.equal(new TextDecoder().decode(bytes ?? undefined), 'abc');
});

test('reads no body as no bytes', async () => {
  assert.deepEqual(await readBytes(null, 3), new Uint8Array());
});

test('stops reading a body that is too long, and releases it', async () => {
  let isCancelled = false;
  assert.equal(
    await readBytes(
      createBody(['ab', 'cd', 'ef'], () => (isCancelled = true)),
      3,
    ),
    null,
  );
  assert.equal(isCancelled, true);
});

test('reads nothing of a body that announces too much', async () => {
  let isCancelled = false;
  assert.equal(
    await readBytes(
      createBody(['a'], () => (isCancelled = true)),
      3,
      4,
    ),
    null,
  );
  assert.equal(isCancelled, true);
});
