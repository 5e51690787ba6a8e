import { runConformance, type CheckReport } from '../../src/conformance/run-conformance.ts';
import type { TargetOptions } from '../../src/conformance/target.ts';

export const KEY = 'assistant-key-of-the-checks';
export const ADMIN_KEY = 'admin-key-of-the-checks';

/** Run all checks against a server. */
export async function check(url: string, options: Partial<TargetOptions> = {}): Promise<CheckReport[]> {
  const reports = runConformance({
    url,
    domain: 'docs',
    key: KEY,
    adminKey: ADMIN_KEY,
    projectId: 'project-1',
    isPublic: false,
    startsUpdate: true,
    query: 'install',
    question: 'How do I get started?',
    filter: { language: 'en' },
    accept: 'text/event-stream, text/plain, application/json',
    timeout: 10_000,
    maxBytes: 1_000_000,
    ...options,
  });
  const found: CheckReport[] = [];
  for await (const report of reports) found.push(report);
  return found;
}

/** Names of the checks with a result. */
export function namesOf(reports: readonly CheckReport[], result: CheckReport['result']): string[] {
  return reports.filter((report) => report.result === result).map(({ name }) => name);
}

/** What a check has seen. */
export function seenBy(reports: readonly CheckReport[], name: string): string {
  const report = reports.find((one) => one.name === name)!;
  return `${report.result}: ${report.seen}`;
}
