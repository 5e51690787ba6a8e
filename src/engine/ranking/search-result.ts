import type { SearchResult } from '../../protocol/api.ts';
import { encodePath } from '../sections/site-path.ts';
import type { SectionHit } from './search-index.ts';

/**
 * Return a hit in the format of the API.
 *
 * @param maxCharacters length at which `content` is cut. Default: not at all
 */
export function toSearchResult(
  { section, score, ranges, isRelated, missing }: SectionHit,
  maxCharacters = Infinity,
): SearchResult {
  const { path, title, description, headings, anchor, version, language, translations, href } = section;
  const content = section.content.slice(0, maxCharacters);
  return {
    content,
    path: encodePath(path),
    metadata: {
      title,
      ...(description !== undefined && { description }),
      headings,
      ...(anchor !== undefined && { anchor }),
      ...(version !== undefined && { version }),
      ...(language !== undefined && { language }),
      ...(translations !== undefined && { translations }),
      href,
      score,
      ...(isRelated && { isRelated }),
      ...(missing && { missing }),
      ranges: ranges.filter(([, end]) => end <= content.length),
    },
  };
}
