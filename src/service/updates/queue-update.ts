import type { UpdateStatus } from '../../protocol/api.ts';
import { SourceFailure, type DeploymentHead, type DocsSource } from '../sources/docs-source.ts';
import type { UpdateStore } from '../storage/service-store.ts';

/** What there is to update. */
export interface UpdateTarget {
  projectId: string;
  domain: string;
  docsSource: DocsSource;
}

/** Who asks for an update. */
export interface UpdateTriggeredBy {
  source: NonNullable<UpdateStatus['source']>;
  author?: string | null;
}

/**
 * Queues an update of a project, or joins the one that deploys the same commit.
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

/** Asks where the deployment branch is at. @returns `null` when that cannot be told: the update itself will say why */
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
