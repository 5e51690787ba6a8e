/** The reasons that the clients of AI SDK 4 to 7 all accept. */
const FINISH_REASONS = new Set(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']);

/** Return a reason that every client accepts. */
export function finishReason(reason: string | null): string {
  return reason !== null && FINISH_REASONS.has(reason) ? reason : 'other';
}

/** The thread that the finish event carries. */
export interface FinishedThread {
  threadId?: string | undefined;
  threadKey?: string | undefined;
}

/** Return a thread with what is new of it. */
export function mergeThread(
  thread: FinishedThread,
  { threadId = thread.threadId, threadKey = thread.threadKey }: FinishedThread,
): FinishedThread {
  return { threadId, threadKey };
}
