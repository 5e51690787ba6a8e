/** Folders of the elements that are loaded late, each as a whole. What an element has beside them is loaded with its panel. */
export const LATE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  assistant: ['after-answer', 'speech', 'selection', 'webmcp'],
  search: ['after-results', 'dialog', 'preview'],
};

/** Name the group of a file in a folder of an element; `null` for every other file. */
export function groupOf(path: string): string | null {
  const [, element = '', folder] = /^elements\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  const late = LATE_GROUPS[element];
  if (!late || !folder) return null;
  return `${element}/${late.includes(folder) ? folder : 'panel'}`;
}
