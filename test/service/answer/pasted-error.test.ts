import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AnswerEvent } from '../../../src/client.ts';
import { createStaticSource } from '../../../src/static-index/reading/static-source.ts';
import { hostIndex, type IndexHost } from '../../static-index/index-host.ts';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';
import { collect, question, startService, type RunningService } from '../http-service.ts';

const PAGES = {
  'index.md': '# Courier\n\nCourier delivers messages between services.',
  'guides/queues.md':
    '# Queues\n\nA queue keeps messages. The worker reads the queue, the scheduler orders the queue, and the dispatcher hands messages of the queue to the worker.',
  'guides/workers.md':
    '# Workers\n\nA worker reads a queue. The runner starts each worker, the loader loads its modules, and the dispatcher calls the worker.',
  'guides/certificates.md':
    '# Certificates\n\nCourier refuses a certificate that has expired: renew it, and start the process again.',
};
const FRAMES = Array.from(
  { length: 12 },
  (_, at) => `    at dispatcher.worker${at} (/srv/app/node_modules/scheduler/queue/loader/runner.js:${at}:7)`,
).join('\n');
const PASTE = `What is wrong with my worker?
file:///srv/app/node_modules/dispatcher/queue/worker.js:12
    throw failure;
    ^

Error: the certificate has expired
${FRAMES}

Node.js v24.1.0`;

let folder: TemporaryFolder;
let service: RunningService;
let host: IndexHost;

before(async () => {
  folder = await temporaryFolder(PAGES);
  service = await startService({ projects: [{ dir: folder.path, domain: 'lighthouse' }] });
  host = await hostIndex(folder.path);
});

after(async () => {
  await host[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('a question with a pasted error', () => {
  const { filter: _, ...request } = question(PASTE);
  for (const [kind, ask] of [
    ['service', () => collect(service.client.answer(request))],
    ['static index', () => collect(createStaticSource({ index: host.index }).answer(request))],
  ] as const)
    it(`is answered by what its error is about, from a ${kind}`, async () => {
      const events = await ask();
      assert.equal(citedPages(events)[0], 'guides/certificates');
      const call = events.find((event) => event.type === 'tool' && event.state === 'input-available');
      assert.doesNotMatch(JSON.stringify(call), /runner|node_modules/);
    });
});

function citedPages(events: readonly AnswerEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'source' ? [event.source.url ?? ''] : []));
}
