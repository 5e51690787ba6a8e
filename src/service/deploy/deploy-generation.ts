import { join } from 'node:path';
import { fetchGeneration, removeEarlierGenerations } from './local-generation.ts';
import type { Generation, GenerationStore, LeasedUpdate } from '../storage/service-store.ts';
import { buildGeneration, type GenerationOptions, type GenerationReport } from '../index/build-generation.ts';
import { openIndexContent } from '../index/index-content.ts';
import { openIndexFile } from '../index/index-file.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { hashFile } from '../storage/generation-file.ts';

export interface DeploymentOptions extends Omit<GenerationOptions, 'before' | 'onSearchable'> {
  projectId: string;
  generations: GenerationStore;
  engine: SearchEngine;
  /** Commit of the folder, or `null`. */
  commit: string | null;
  /** The update that publishes it. Nothing is published once another worker has taken the update over. */
  held?: LeasedUpdate | undefined;
}

export interface Deployment {
  /** The current generation. */
  generation: Generation;
  /** Whether it is a new one: an unchanged folder makes none. */
  isNew: boolean;
  report: GenerationReport;
}

/** Generations that the store keeps per project. Two, because a process may still be fetching the previous one. */
const KEPT_GENERATIONS = 2;
/** Subfolder for the generation that a build starts from. */
const BEFORE_FOLDER = 'before';

/**
 * Build the index of a folder and publish it as the current generation of its project. The very first one is published twice:
 * without vectors, so that searches by words work at once, and with them.
 *
 * @throws Error when the folder cannot be read, the engine fails, `signal` is aborted, or another worker has taken the update over
 */
export async function deployGeneration(options: DeploymentOptions): Promise<Deployment> {
  const { projectId, generations, engine, commit, held, signal } = options;
  const current = await generations.current(projectId);
  const before = current && (await readableFile(generations, current, join(options.workDir, BEFORE_FOLDER)));
  const store = async (file: string, hash: string): Promise<void> => {
    using content = openIndexContent(file);
    await engine.store({ projectId, hash }, content, signal);
  };
  // Searched until every process has opened the next one.
  let inService = current?.hash;
  const publish = async (file: string): Promise<Generation> => {
    // Stored before it is published, because every process opens it then.
    await store(file, (await hashFile(file)).hash);
    const generation = await generations.publish(projectId, file, commit, held);
    if (generation === null) throw new Error('Another worker has taken this update over');
    await generations.prune(projectId, KEPT_GENERATIONS);
    await engine.prune(projectId, [generation.hash, ...(inService === undefined ? [] : [inService])]);
    inService = generation.hash;
    return generation;
  };
  await using built = await buildGeneration({
    ...options,
    before,
    ...(before === null && { onSearchable: async (file) => void (await publish(file)) }),
  });
  // An engine that is new, or has lost its data, lacks an index that has not changed.
  if (built.file === null) await store(before!, current!.hash);
  const generation = built.file === null ? current! : await publish(built.file);
  return { generation, isNew: built.file !== null, report: built.report };
}

/** @returns `null` when it is not available or has another format: then everything is read again */
async function readableFile(
  generations: GenerationStore,
  generation: Generation,
  folder: string,
): Promise<string | null> {
  try {
    const file = await fetchGeneration(generations, generation, folder);
    await removeEarlierGenerations(folder, generation);
    const database = openIndexFile(file);
    database?.close();
    return database ? file : null;
  } catch {
    return null;
  }
}
