/**
 * Fails when a package that is shipped has a known vulnerability: one inside a bundle (by the bills of materials of the build), one
 * that npm installs with this package, or an optional one that the documentation recommends. `npm audit --omit=dev` would not see
 * the first, because what is bundled is a development dependency. Run by `npm run audit`, after a build.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './source-files.ts';

interface AuditReport {
  /** By package. A cause is an advisory, or the name of a dependency that has one. */
  vulnerabilities?: Record<
    string,
    { severity: string; via: (string | { title: string; range: string; url: string })[] }
  >;
  metadata?: { dependencies: { total: number } };
  message?: string;
}

const { dependencies, peerDependencies } = readJson('package.json') as Record<
  'dependencies' | 'peerDependencies',
  Record<string, string>
>;
const shipped = new Set([
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies),
  ...['cdn', 'service'].flatMap(bundledIn),
]);
// The npm that runs this script; by itself, the one in the path.
const npm = process.env['npm_execpath'];
const [program, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
const { stdout, stderr } = spawnSync(program, [...args, 'audit', '--json'], { cwd: root, encoding: 'utf8' });
const report = JSON.parse(stdout || '{}') as AuditReport;
if (report.vulnerabilities === undefined) {
  const reason = report.message ?? (stderr.trim() || 'npm said nothing');
  console.error(`NOT CHECKED for known vulnerabilities, because the registry does not answer: ${reason}`);
} else {
  const found = Object.entries(report.vulnerabilities);
  const harmful = found.filter(([name]) => shipped.has(name));
  for (const [name, { severity, via }] of found) {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `by ${cause}` : `${cause.title} in ${cause.range}, ${cause.url}`,
    );
    console.log(
      `${shipped.has(name) ? 'SHIPPED' : 'tools only'}: ${name} (${severity}): ${causes.join('; ')}`,
    );
  }
  console.log(
    `${harmful.length} of ${shipped.size} shipped packages have a known vulnerability, ${found.length} of all ${report.metadata?.dependencies.total}`,
  );
  if (harmful.length > 0) process.exitCode = 1;
}

function bundledIn(folder: string): string[] {
  const { components } = JSON.parse(readFileSync(join(root, 'dist', folder, 'sbom.json'), 'utf8')) as {
    components: { group?: string; name: string }[];
  };
  return components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
}
