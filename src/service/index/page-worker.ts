import { parentPort, workerData } from 'node:worker_threads';
import { openDocsReader } from '../docs/docs-reader.ts';
import type { DocsSurvey } from '../docs/docs-survey.ts';
import type { PageReply, PageTask } from './page-thread.ts';

const reader = await openDocsReader(workerData as DocsSurvey);
const reply = (message: PageReply) => parentPort!.postMessage(message);
parentPort!.on('message', ({ file, bytes }: PageTask) => reply(reader.read(file, bytes)));
reply('ready');
