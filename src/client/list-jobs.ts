import type { AgentSession, AgentSessionList, JobsQuery } from '../protocol/api.ts';
import { MAX_JOBS_TAKE } from '../protocol/api.ts';
import { JOBS_ENDPOINT, withQuery } from '../protocol/endpoints.ts';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { readAgentSessions } from './read-admin.ts';
import { MAX_ADMIN_ENTRIES } from './read-values.ts';
import { requestJson } from './request-json.ts';
import type { CallOptions, Sender } from './sender.ts';

/** What a server answers that takes no query at this address. */
const REFUSED = [400, 422];

/**
 * Read the newest sessions, page by page until one is short: the hosted platform returns 12 at a time where nothing is said, and at
 * most 100. Servers that know no pages return all at once; their answer is returned as a whole.
 */
export async function listJobs(
  sender: Sender,
  { take = MAX_ADMIN_ENTRIES, signal }: CallOptions & { take?: number } = {},
): Promise<AgentSessionList> {
  const options: CallOptions = signal ? { signal } : {};
  const read = async (query: JobsQuery): Promise<readonly AgentSession[]> =>
    readAgentSessions(await requestJson(sender, withQuery(JOBS_ENDPOINT, { ...query }), {}, options))
      .allSessions;
  const found = new Map<string, AgentSession>();
  // One more than is wanted tells whether there are more.
  const wanted = Math.min(take, MAX_ADMIN_ENTRIES) + 1;
  for (let skip = 0; skip < wanted;) {
    const asked = Math.min(wanted - skip, MAX_JOBS_TAKE);
    const page = await read(skip === 0 ? { take: asked } : { skip, take: asked }).catch((error: unknown) => {
      if (skip === 0 && error instanceof RequestFailure && REFUSED.includes(error.status ?? 0))
        return read({});
      throw error;
    });
    const before = found.size;
    // A session that was started in between has moved the last ones of a page to the next.
    for (const session of page) if (!found.has(session.sessionId)) found.set(session.sessionId, session);
    const isWhole = page.length > asked;
    if (isWhole) return { allSessions: [...found.values()] };
    if (page.length < asked || found.size === before) break;
    skip += asked;
  }
  const sessions = [...found.values()];
  return sessions.length < wanted
    ? { allSessions: sessions }
    : { allSessions: sessions.slice(0, wanted - 1), hasMore: true };
}
