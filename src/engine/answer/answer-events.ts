import type { DocsFilter } from '../../protocol/api.ts';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { Section } from '../sections/section.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { toSearchResult } from '../ranking/search-result.ts';
import { languageNote, sectionAddress, sectionName } from './section-link.ts';

/** Characters per section in the search step of a reply. A client has the link for the rest. */
const RESULT_CHARACTERS = 500;
const TOOL = 'search';

/** Return the event of a search that begins. */
export function searchEvent(id: string, query: string, filter: DocsFilter | undefined): AnswerEvent {
  return {
    type: 'tool',
    id,
    name: TOOL,
    state: 'input-available',
    input: { query, ...(filter && { filter }) },
  };
}

/** Return the event of a search that has ended. */
export function foundEvent(id: string, hits: readonly SectionHit[]): AnswerEvent {
  return {
    type: 'tool',
    id,
    name: TOOL,
    state: 'output-available',
    output: { type: TOOL, results: hits.map((hit) => toSearchResult(hit, RESULT_CHARACTERS)) },
  };
}

/** Return the event of a search that has failed. */
export function searchFailedEvent(id: string): AnswerEvent {
  return { type: 'tool', id, name: TOOL, state: 'output-error', errorText: 'The search failed.' };
}

/** Return the events of the sources of an answer. @param language language of the answer: sources in another one name it */
export function* sourceEvents(sections: readonly Section[], language: string): Generator<AnswerEvent> {
  for (const section of sections) {
    const title = sectionName(section) + languageNote(section, language);
    yield { type: 'source', source: { url: sectionAddress(section), title } };
  }
}
