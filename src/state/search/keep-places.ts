import type { SearchResult } from '../../protocol/api.ts';

/** Put later results of a search at the places of those that are shown: each stays where it is, and the others follow. */
export function keepPlaces(shown: readonly SearchResult[], later: readonly SearchResult[]): SearchResult[] {
  const others = [...later];
  const kept = shown.map((result) => {
    const index = others.findIndex((other) => keyOf(other) === keyOf(result));
    return index < 0 ? result : others.splice(index, 1)[0]!;
  });
  return [...kept, ...others];
}

/** Identify the section of a result. */
function keyOf({ path, metadata }: SearchResult): string {
  return `${path}#${metadata.anchor}`;
}
