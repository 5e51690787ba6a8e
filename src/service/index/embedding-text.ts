import { createHash } from 'node:crypto';
import type { Page } from '../docs/read-page.ts';
import type { PageSection } from '../docs/split-sections.ts';
import { readableText } from './searchable-text.ts';

/** Models read a few hundred tokens; nobody needs to split the rest into tokens. In UTF-16 units. */
const MAX_EMBEDDED_LENGTH = 3_000;
/** Bytes of a SHA-256 that are kept: no two texts of a documentation share 128 bits. */
const HASH_BYTES = 16;

/** What a model reads of a section: where it stands, what the page is about, then what it says itself. */
export function embeddingText(page: Pick<Page, 'title' | 'description'>, section: PageSection): string {
  const place = [page.title, ...section.headings].join(' > ');
  const text = readableText(section.content);
  return [place, page.description ?? '', text].join('\n').slice(0, MAX_EMBEDDED_LENGTH);
}

/** Names a text in the vector store. */
export function textHash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}
