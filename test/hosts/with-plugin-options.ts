/**
 * Add options to the plugin in the files of a page of the documentation.
 *
 * @throws Error if no file has the plugin with its domain alone
 */
export function withPluginOptions(
  files: ReadonlyMap<string, string>,
  options: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const plugin = "{ domain: 'docs' }";
  const [path, text] = [...files].find(([, content]) => content.includes(plugin)) ?? [];
  if (path === undefined) throw new Error('There is no plugin in these files.');
  const all = JSON.stringify({ domain: 'docs', ...options });
  return new Map([...files, [path, text!.replace(plugin, () => all)]]);
}
