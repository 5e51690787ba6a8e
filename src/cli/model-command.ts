import { parseArgs } from 'node:util';
import { fetchModel } from '../service/index/fetch-model.ts';
import {
  MODEL_ADDRESS,
  MODEL_FILES,
  MODEL_NAME,
  modelFolder,
} from '../service/index/sentence-model-files.ts';
import { tell } from './report-progress.ts';
import { PLACE_HELP, PLACE_OPTIONS, readPlace } from './settings.ts';
import { UsageError } from './usage-error.ts';

export const HELP = `Usage: docs-assistant model fetch [options]

Fetches the model that finds sections by their meaning (${MODEL_NAME}, 24 MB) and checks every file by its SHA-256. "serve",
"index" and "worker" with the same data folder use it from then on. What was broken off is gone on with.

Options:
  --from ADDRESS         where to fetch it: an address with the files below it, or a folder
                         (default ${MODEL_ADDRESS})
  --to DIR               folder to put it into, for DOCS_EMBEDDINGS_FOLDER (default models/${MODEL_NAME} in the data folder)
${PLACE_HELP}
  --json                 print JSON
  --help                 this text

The packages that run it: npm install @huggingface/tokenizers onnxruntime-node
`;

/** `docs-assistant model` */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...PLACE_OPTIONS,
      from: { type: 'string', default: MODEL_ADDRESS },
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== 'fetch') throw new UsageError('Say fetch.');
  const to = values.to ?? modelFolder((await readPlace(values)).dataDir);
  const begun = new Set<string>();
  const fetched = await fetchModel({
    from: values.from,
    to,
    onProgress(file) {
      if (!begun.has(file)) tell(`fetching ${file}`);
      begun.add(file);
    },
  });
  if (values.json) process.stdout.write(`${JSON.stringify({ model: MODEL_NAME, folder: to, fetched })}\n`);
  else {
    const done = fetched === 0 ? 'is there already' : `fetched, ${fetched} of ${MODEL_FILES.length} files`;
    process.stdout.write(`${MODEL_NAME} ${done}: ${to}\n`);
  }
  return 0;
}
