import { randomUUID } from 'node:crypto';
import type { ThreadOwner, ThreadStore, ThreadTurn } from './thread-store.ts';
import { createCircuit, type CircuitOptions } from './circuit.ts';

/** Maximum number of threads in memory; the oldest are removed first. With the two limits below about 20 MB. */
const MAX_THREADS = 500;
const MAX_TURNS = 10;
const MAX_ANSWER_LENGTH = 2_000;

interface ThreadInMemory {
  owner: ThreadOwner;
  turns: ThreadTurn[];
}

export interface FallbackThreadStore extends ThreadStore {
  /** Why threads are kept in memory; `null` while the store works. */
  readonly failure: Error | null;
}

/**
 * Create a store that answers go on with while conversations cannot be kept: a new thread then lives in memory of this process,
 * and one of the store goes on without what cannot be read or written.
 */
export function createFallbackThreadStore(
  store: ThreadStore,
  options: CircuitOptions = {},
): FallbackThreadStore {
  const threads = new Map<string, ThreadInMemory>();
  const circuit = createCircuit(options);

  function keep(id: string, owner: ThreadOwner): void {
    threads.set(id, { owner, turns: [] });
    const [oldest] = threads.keys();
    if (threads.size > MAX_THREADS) threads.delete(oldest!);
  }

  return {
    get failure() {
      return circuit.failure;
    },
    async create(owner) {
      try {
        return await circuit.call(() => store.create(owner));
      } catch {
        const id = randomUUID();
        keep(id, owner);
        return id;
      }
    },
    async read(id, owner) {
      const thread = threads.get(id);
      if (thread) {
        const { domain, fp } = thread.owner;
        return domain === owner.domain && fp === owner.fp ? [...thread.turns] : null;
      }
      return circuit.call(() => store.read(id, owner)).catch(() => []);
    },
    async append(id, turn) {
      const thread = threads.get(id);
      if (thread === undefined) return circuit.call(() => store.append(id, turn)).catch(() => {});
      thread.turns.push({ question: turn.question, answer: turn.answer.slice(0, MAX_ANSWER_LENGTH) });
      if (thread.turns.length > MAX_TURNS) thread.turns.shift();
    },
  };
}
