/**
 * Add an option to the plugin in the files of a page of the documentation.
 *
 * @throws Error if no file has the plugin with its domain alone
 */
export function withPluginOption(
  files: ReadonlyMap<string, string>,
  name: string,
  value: unknown,
): Map<string, string> {
  const plugin = "{ domain: 'docs' }";
  const [path, text] = [...files].find(([, content]) => content.includes(plugin)) ?? [];
  if (path === undefined) throw new Error('There is no plugin in these files.');
  const options = `{ domain: 'docs', ${name}: ${JSON.stringify(value)} }`;
  return new Map([...files, [path, text!.replace(plugin, () => options)]]);
}
