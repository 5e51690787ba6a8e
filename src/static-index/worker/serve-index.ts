import { toFailure } from '../../protocol/failures/failure.ts';
import { createStaticSource, type StaticSource } from '../reading/static-source.ts';
import type { CallResult, MessageEnd, SourceCall, WorkerMessage } from './worker-messages.ts';

/** Answer the calls of a page from the index that its first message opens. */
export function serveIndex(page: MessageEnd): void {
  const running = new Map<number, AbortController>();
  let source: StaticSource;

  async function run(number: number, call: SourceCall): Promise<void> {
    const controller = new AbortController();
    running.set(number, controller);
    const reply = (result: CallResult): void => page.postMessage({ number, result });
    try {
      for await (const result of readCall(source, call, controller.signal, reply)) reply(result);
      reply({ type: 'done' });
    } catch (error) {
      reply({ type: 'failed', failure: toFailure(error) });
    } finally {
      running.delete(number);
    }
  }

  page.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === 'open') source = createStaticSource({ index: data.index });
    else if (data.type === 'call') void run(data.number, data.call);
    else running.get(data.number)?.abort();
  });
}

async function* readCall(
  source: StaticSource,
  call: SourceCall,
  signal: AbortSignal,
  reply: (result: CallResult) => void,
): AsyncGenerator<CallResult> {
  if (call.type === 'answer') {
    for await (const events of source.answer(call.request, { signal })) yield { type: 'events', events };
    return;
  }
  const results = await source.search(call.request, {
    signal,
    ...(call.wantsInterim && { onInterim: (interim) => reply({ type: 'interim', results: interim }) }),
  });
  yield { type: 'results', results };
}
