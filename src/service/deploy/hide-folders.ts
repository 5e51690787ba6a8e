/**
 * Create a function that replaces folders of this machine in a text by their meaning, because the people who read the log of an
 * update may not be those who run the service.
 *
 * @param folders absolute path → what stands in its place
 */
export function hideFolders(folders: ReadonlyMap<string, string>): (text: string) => string {
  // Longest first, because one may be inside another.
  const known = [...folders].toSorted(([a], [b]) => b.length - a.length).filter(([path]) => path.length > 1);
  return (text) => known.reduce((hidden, [path, meaning]) => hidden.replaceAll(path, meaning), text);
}
