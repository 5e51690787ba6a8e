import { fork, type ChildProcess } from 'node:child_process';
import type { DocsSurvey } from '../docs/docs-survey.ts';
import type { PageReading } from '../docs/read-page.ts';
import { siblingModule } from '../worker-calls.ts';
import type { PageReader, PageTask } from './page-thread.ts';

export type LoneRequest =
  | { type: 'open'; survey: DocsSurvey; mebibytes: number }
  | { type: 'read'; task: PageTask }
  | { type: 'time' };

export type LoneReply =
  | { type: 'ready' }
  | { type: 'reading'; reading: PageReading }
  | { type: 'time'; time: number | null }
  | { type: 'failed'; message: string; code: string | undefined };

/** The process ended while it read a page. */
export class LoneProcessEnded extends Error {}

/** Reads pages that may end their process, one at a time. */
export class LonePageProcess implements PageReader {
  readonly ready: Promise<unknown>;
  readonly #process: ChildProcess;
  readonly #ended = Promise.withResolvers<never>();
  #reply = Promise.withResolvers<LoneReply>();
  #time = Promise.withResolvers<number | null>();

  constructor(survey: DocsSurvey, mebibytes: number) {
    this.#process = fork(siblingModule('lone-page-worker', import.meta.url), {
      serialization: 'advanced',
      execArgv: [],
      // What V8 says as it ends is no line of ours.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (reply: LoneReply) => {
      if (reply.type === 'time') this.#time.resolve(reply.time);
      else this.#reply.resolve(reply);
    });
    this.#process.on('error', this.#ended.reject);
    this.#process.on('exit', () => this.#ended.reject(new LoneProcessEnded('The process has ended')));
    this.#ended.promise.catch(() => {});
    this.ready = this.#ask({ type: 'open', survey, mebibytes });
    this.ready.catch(() => {});
  }

  async read(task: PageTask): Promise<PageReading> {
    const reply = await this.#ask({ type: 'read', task });
    if (reply.type === 'reading') return reply.reading;
    throw new LoneProcessEnded();
  }

  async processorTime(): Promise<number | null> {
    this.#time = Promise.withResolvers();
    this.#process.send({ type: 'time' } satisfies LoneRequest);
    return Promise.race([this.#time.promise, this.#ended.promise]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await this.#ended.promise.catch(() => {});
  }

  async #ask(request: LoneRequest): Promise<LoneReply> {
    this.#reply = Promise.withResolvers();
    this.#process.send(request, () => {});
    const reply = await Promise.race([this.#reply.promise, this.#ended.promise]);
    if (reply.type === 'failed') throw Object.assign(new Error(reply.message), { code: reply.code });
    return reply;
  }
}
