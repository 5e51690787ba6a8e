import type { UpdateStatus } from '../../protocol/api.ts';
import { SourceFailure, type DeploymentHead, type DocsSource } from './docs-source.ts';
import type { UpdateStore } from '../storage/service-store.ts';

/** The project to update. */
export interface UpdateTarget {
  projectId: string;
  domain: string;
  docsSource: DocsSource;
}

/** The origin of an update. */
export interface UpdateTriggeredBy {
  source: NonNullable<UpdateStatus['source']>;
  author?: string | null;
}

/**
 * Queue an update of a project, or join the one of the same commit.
 *
 * @returns the id to read its status by
 */
export async function queueUpdate(
  updates: UpdateStore,
  target: UpdateTarget,
  by: UpdateTriggeredBy,
  head: DeploymentHead | null,
): Promise<string> {
  const { statusId } = await updates.queue({
    projectId: target.projectId,
    subdomain: target.domain,
    source: by.source,
    ...(by.author && { author: by.author }),
    commit: head?.commit ?? null,
  });
  return statusId;
}

/** Read the newest commit of the deployment branch. @returns `null` if that fails: the update itself will report the reason */
export async function readHeadOrNull(
  { docsSource }: UpdateTarget,
  signal: AbortSignal,
): Promise<DeploymentHead | null> {
  try {
    return await docsSource.readHead(signal);
  } catch (error) {
    if (error instanceof SourceFailure) return null;
    throw error;
  }
}
