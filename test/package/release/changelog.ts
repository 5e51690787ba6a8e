const UNRELEASED = '## Unreleased\n';

/**
 * Return the text below the heading of a version, without the heading.
 *
 * @throws when there is no such heading, or nothing below it
 */
export function readSection(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((one) => one.split(/\s/, 1)[0] === version);
  const text = section?.slice(section.indexOf('\n')).trim();
  if (!text)
    throw new Error(`CHANGELOG.md says nothing below "## ${version}": write it, one line for each change.`);
  return text;
}

/**
 * Give the unreleased changes to a version, below an empty section for the next ones.
 *
 * @param date day of the release, as YYYY-MM-DD
 * @throws when there are no unreleased changes
 */
export function releaseSection(changelog: string, version: string, date: string): string {
  readSection(changelog, 'Unreleased');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`);
}
