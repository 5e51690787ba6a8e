import type { SearchEngine } from '../search/search-engine.ts';

/** The answer of `GET /readyz`: 200 when every first index is complete, vectors included, else 503. No names: it is open to all. */
export function describeReadiness(engines: readonly SearchEngine[]): Response {
  const indexes = engines.map(({ progress: { phase, pages, sections, vectors, problems } }) => ({
    phase,
    pages,
    sections,
    vectors,
    problems: problems.length,
  }));
  const ready = indexes.every(({ phase }) => phase === 'ready');
  return Response.json(
    { ready, indexes },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
