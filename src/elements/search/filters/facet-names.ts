import type { DocsFilter } from '../../../protocol/api.ts';
import { MAX_FILTER_VALUE_LENGTH } from '../../../state/storage/stored-values.ts';

/** A property that results can be filtered by. */
export type FacetName = keyof DocsFilter;

export const FACET_NAMES: readonly FacetName[] = ['version', 'language'];

/** Whether a value of a result can be offered as a choice. */
export function isFacetValue(value: string | undefined): value is string {
  return !!value && value.length <= MAX_FILTER_VALUE_LENGTH;
}
