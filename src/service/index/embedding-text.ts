import { createHash } from 'node:crypto';
import type { Page } from '../docs/read-page.ts';
import type { PageSection } from '../docs/split-sections.ts';
import { readableText } from './searchable-text.ts';

/** Most UTF-16 units of a text. Models read a few hundred tokens, and tokenizing more is wasted time. */
const MAX_EMBEDDED_LENGTH = 3_000;
/** Bytes of the SHA-256 that are kept. 128 bits are enough against collisions within one documentation. */
const HASH_BYTES = 16;

/**
 * Return the text that a model reads of a section: the title and headings above it, the description of the page, then its
 * content.
 */
export function embeddingText(page: Pick<Page, 'title' | 'description'>, section: PageSection): string {
  const place = [page.title, ...section.headings].join(' > ');
  const text = readableText(section.content);
  return [place, page.description ?? '', text].join('\n').slice(0, MAX_EMBEDDED_LENGTH);
}

/** Return the key of a text in the vector store. */
export function textHash(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}
