/** Builds an index in a process of its own, which a test ends: FOLDER, WORK FOLDER, ADDRESS of the embeddings. */
import { buildGeneration } from '../../../src/service/index/build-generation.ts';
import { openEndpointEmbedder } from '../../../src/service/models/endpoint-embedder.ts';

const [dir, workDir, url] = process.argv.slice(2);
await buildGeneration({
  dir: dir!,
  workDir: workDir!,
  before: null,
  signal: new AbortController().signal,
  embedder: await openEndpointEmbedder({ url: url!, name: 'm' }),
});
