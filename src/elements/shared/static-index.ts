import { createStaticSource, type StaticSource } from '../../static-index/reading/static-source.ts';

/** The indexes of this page: both elements read one, and download its files once. */
const sources = new Map<string, StaticSource>();

/** Open the static index in a folder. @param address the absolute address of the folder */
export function openStaticIndex(address: string): StaticSource {
  const index = address.replace(/\/*$/, '/');
  const opened = sources.get(index) ?? createStaticSource({ index });
  sources.set(index, opened);
  // A failure is that of the search or question that meets it.
  opened.ready.catch(() => {});
  return opened;
}
