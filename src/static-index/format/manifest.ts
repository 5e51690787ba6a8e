import type { Boost } from '../../engine/sections/index-facts.ts';
import { MAX_SCOPE_LENGTH } from '../../engine/sections/scope-names.ts';
import { otherFormat } from './file-header.ts';
import { isFileName } from './file-name.ts';
import { damaged, StaticIndexError } from './index-error.ts';
import {
  FORMAT,
  MAX_BOOST,
  MAX_BOOSTS,
  MAX_COMMON_WORDS,
  MAX_KEY_LENGTH,
  MAX_MANIFEST_BYTES,
  MAX_PARTS,
  MAX_SECTIONS,
} from './limits.ts';

/** What an index consists of: the contents of `manifest.json`. */
export interface StaticManifest {
  format: typeof FORMAT;
  /** Program that wrote the index, with its version. */
  generator: string;
  /** In the order of their versions and languages. */
  parts: readonly StaticPart[];
  /** Language of the pages that are not translated into all languages. */
  fallbackLanguage?: string;
  /** Version of most readers; `null`: that of the pages without one. Missing: there are no versions. */
  mainVersion?: string | null;
  /** Stop words, by their document frequency in one of the languages. */
  commonWords: readonly string[];
}

/** The sections of one version and language. */
export interface StaticPart {
  /** `null`: its pages belong to every version. */
  version: string | null;
  /** `null`: its pages belong to every language. */
  language: string | null;
  pages: number;
  sections: number;
  /** Number of words in all texts, each occurrence counted, for the mean length of a section. */
  words: number;
  /** Sections of pages that are ranked higher or lower, numbered from 0 within the part, in order. Missing: none. */
  boosts?: readonly Boost[];
  /** Name of its `core` file. */
  core: string;
  /** Name of the file for search by meaning. `null`: by words only. */
  meaning: string | null;
}

/** Maximum length of a name of a generator, in UTF-16 units. */
const MAX_GENERATOR_LENGTH = 200;

/** Return the bytes of a manifest. It is not packed, so that hosts compress it and people read it. */
export function encodeManifest(manifest: StaticManifest): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`);
}

/**
 * Read a manifest. Unknown fields are left out.
 *
 * @throws StaticIndexError when it is something else, of another version, or wrong in a field
 */
export function decodeManifest(bytes: Uint8Array): StaticManifest {
  if (bytes.length > MAX_MANIFEST_BYTES) {
    throw new StaticIndexError('too-large', 'The manifest of the search index is too large.');
  }
  const value = readObject(parse(bytes));
  if (!value || !('format' in value) || !Array.isArray(value['parts'])) throw notAManifest();
  if (value['format'] !== FORMAT) throw otherFormat();
  const { generator, parts, fallbackLanguage, mainVersion, commonWords } = value;
  if (parts.length > MAX_PARTS) throw damaged('the manifest has too many parts');
  if (!Array.isArray(commonWords) || commonWords.length > MAX_COMMON_WORDS) throw wrongField('commonWords');
  return {
    format: FORMAT,
    generator: readText(generator, 'generator', MAX_GENERATOR_LENGTH),
    parts: parts.map(readPart),
    ...(fallbackLanguage !== undefined && {
      fallbackLanguage: readText(fallbackLanguage, 'fallbackLanguage', MAX_SCOPE_LENGTH),
    }),
    ...(mainVersion !== undefined && { mainVersion: readName(mainVersion, 'mainVersion') }),
    commonWords: commonWords.map((word: unknown) => readText(word, 'commonWords', MAX_KEY_LENGTH)),
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw notAManifest();
  }
}

function readPart(value: unknown): StaticPart {
  const part = readObject(value);
  if (!part) throw wrongField('parts');
  const { core, meaning } = part;
  if (!isFileName(core, 'core')) throw wrongField('core');
  if (meaning !== null && !isFileName(meaning, 'meaning')) throw wrongField('meaning');
  return {
    version: readName(part['version'], 'version'),
    language: readName(part['language'], 'language'),
    pages: readCount(part['pages'], 'pages', MAX_SECTIONS),
    sections: readCount(part['sections'], 'sections', MAX_SECTIONS),
    words: readCount(part['words'], 'words', Number.MAX_SAFE_INTEGER),
    ...(part['boosts'] !== undefined && { boosts: readBoosts(part['boosts']) }),
    core,
    meaning,
  };
}

function readBoosts(value: unknown): Boost[] {
  if (!Array.isArray(value) || value.length > MAX_BOOSTS) throw wrongField('boosts');
  return value.map((one: unknown) => {
    const { first, last, factor } = readObject(one) ?? {};
    if (typeof factor !== 'number' || !(factor > 0) || factor > MAX_BOOST) throw wrongField('boosts');
    return {
      first: readCount(first, 'boosts', MAX_SECTIONS),
      last: readCount(last, 'boosts', MAX_SECTIONS),
      factor,
    };
  });
}

function readName(value: unknown, field: string): string | null {
  return value === null ? null : readText(value, field, MAX_SCOPE_LENGTH);
}

function readText(value: unknown, field: string, maxLength: number): string {
  if (typeof value !== 'string' || value.length > maxLength) throw wrongField(field);
  return value;
}

function readCount(value: unknown, field: string, most: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > most)
    throw wrongField(field);
  return value as number;
}

function readObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function notAManifest(): StaticIndexError {
  return new StaticIndexError('not-an-index', 'The manifest of the search index has other contents.');
}

function wrongField(field: string): StaticIndexError {
  return damaged(`the manifest has a wrong "${field}"`);
}
