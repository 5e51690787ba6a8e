import { writeFileSync } from 'node:fs';
import type { LoneRequest, LoneReply } from './lone-page-process.ts';
import { PageThread } from './page-thread.ts';

/**
 * A process that reads one page at a time, each with all memory that parsing may take. When it ends, the program that started it goes
 * on. The parser runs in a thread, so that the process answers meanwhile.
 */
let thread: PageThread | undefined;
const reply = (message: LoneReply) => process.send!(message);

process.on('message', async (request: LoneRequest) => {
  try {
    switch (request.type) {
      case 'open':
        thread = new PageThread(request.survey, request.mebibytes);
        await thread.ready;
        return reply({ type: 'ready' });
      case 'read':
        return reply({ type: 'reading', reading: await thread!.read(request.task) });
      case 'time':
        // A thread that has ended has none.
        return reply({ type: 'time', time: await thread!.processorTime().catch(() => null) });
    }
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    reply({ type: 'failed', message, code });
  }
});
// The program that started it has ended.
process.on('disconnect', () => process.exit());
try {
  // Where a machine has no memory left, the kernel of Linux ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another system.
}
