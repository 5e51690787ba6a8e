import { pathWithoutScope, withoutVersion } from '../../engine/sections/page-key.ts';
import type { VersionAndLanguage } from '../../engine/sections/scopes.ts';
import { compareVersions, isRelease } from '../../engine/sections/versions.ts';

/**
 * Return the version of most readers: that which the site shows in no folder of its own, beside folders of others; else the newest.
 *
 * @returns `null` for that of the pages without a version; `undefined` without versions
 */
export function findMainVersion(
  pages: readonly ({ path: string } & VersionAndLanguage)[],
): string | null | undefined {
  const versions = new Set(pages.map(({ version }) => version ?? null));
  const names = [...versions].filter((version) => version !== null);
  if (names.length === 0) return undefined;
  const inFolder: string[] = [];
  const withoutFolder = new Map<string, string | null>();
  for (const page of pages) {
    const key = pathWithoutScope(page.path, page);
    // A front page may stand above all versions.
    if (key === '' || key === '/') continue;
    if (withoutVersion(page.path, page.version) === page.path) withoutFolder.set(key, page.version ?? null);
    else inFolder.push(key);
  }
  const shown = Map.groupBy(
    inFolder.filter((key) => withoutFolder.has(key)),
    (key) => withoutFolder.get(key)!,
  );
  const [first] = [...shown].toSorted(([, a], [, b]) => b.length - a.length);
  if (first !== undefined) return first[0];
  return names.filter(isRelease).toSorted(compareVersions)[0];
}
