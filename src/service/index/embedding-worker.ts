import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingReply, EmbeddingTask } from './local-embedder.ts';
import { loadSentenceModel } from './sentence-model.ts';

const port = parentPort!;
const send = (reply: EmbeddingReply) => port.postMessage(reply);

try {
  const model = await loadSentenceModel(workerData as string);
  port.on('message', (task: EmbeddingTask) => {
    model.embed(task.text).then(
      (vector) => send({ type: 'vector', id: task.id, vector }),
      (error: unknown) => send({ type: 'failed', id: task.id, message: String(error) }),
    );
  });
  send({ type: 'loaded', isEnglishOnly: model.isEnglishOnly, fingerprint: model.fingerprint });
} catch (error) {
  send({ type: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
