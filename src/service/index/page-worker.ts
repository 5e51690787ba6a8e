import { workerData } from 'node:worker_threads';
import { openDocsReader } from '../docs/docs-reader.ts';
import type { DocsSurvey } from '../docs/docs-survey.ts';
import { serveCalls } from '../worker-calls.ts';
import type { PageCalls } from './page-thread.ts';

const reader = await openDocsReader(workerData as DocsSurvey);

serveCalls<PageCalls>({
  load() {},
  read: ({ file, bytes }) => reader.read(file, bytes),
});
