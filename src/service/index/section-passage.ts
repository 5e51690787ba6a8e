import { createHash } from 'node:crypto';
import type { Page } from '../docs/read-page.ts';
import type { PageSection } from '../docs/split-sections.ts';
import type { Passage } from '../models/embedder.ts';
import { readableText } from '../../engine/words/searchable-text.ts';

/** Maximum number of UTF-16 units of a text. Models read a few hundred tokens, and tokenizing more is wasted time. */
const MAX_EMBEDDED_LENGTH = 3_000;
/** Bytes of the SHA-256 that are kept. 128 bits are enough against collisions within one documentation. */
const HASH_BYTES = 16;

/** Return what a model reads of a section: the title and headings above it, the description of the page, then its content. */
export function passageOf(page: Pick<Page, 'title' | 'description'>, section: PageSection): Passage {
  const place = [page.title, ...section.headings].join(' > ').slice(0, MAX_EMBEDDED_LENGTH);
  const text = [page.description ?? '', readableText(section.content)].join('\n');
  return { place, text: text.slice(0, Math.max(0, MAX_EMBEDDED_LENGTH - place.length - 1)) };
}

/** Return the key of a passage in the vector store. */
export function passageHash({ place, text }: Passage): Uint8Array {
  return createHash('sha256').update(`${place}\n${text}`).digest().subarray(0, HASH_BYTES);
}
