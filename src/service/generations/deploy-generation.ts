import { join } from 'node:path';
import { fetchGeneration, removeEarlierGenerations } from './local-generation.ts';
import type { Generation, GenerationStore, HeldUpdate } from '../storage/service-store.ts';
import { buildGeneration, type GenerationOptions, type GenerationReport } from '../index/build-generation.ts';
import { openIndexFile } from '../index/index-file.ts';

export interface DeploymentOptions extends Omit<GenerationOptions, 'before' | 'onSearchable'> {
  projectId: string;
  generations: GenerationStore;
  /** What the folder is, for whoever asks later: the commit, or `null`. */
  commit: string | null;
  /** The update that this is done for: nothing is published once another worker has it. */
  held?: HeldUpdate | undefined;
}

export interface Deployment {
  /** The generation that is current now. */
  generation: Generation;
  /** Whether it is another than before: an unchanged folder makes none. */
  isNew: boolean;
  report: GenerationReport;
}

/** Generations of a project that the store keeps: whoever fetches one that was current a moment ago still gets it. */
const KEPT_GENERATIONS = 2;
/** Folder in the work folder for the generation that a build starts from. */
const BEFORE_FOLDER = 'before';

/**
 * Builds the index of a folder and makes it the current generation of its project. The first one of all is published twice: for a
 * search by words at once, and with its vectors.
 *
 * @throws Error when the folder cannot be read, `signal` ends it, or another worker has taken the update over
 */
export async function deployGeneration(options: DeploymentOptions): Promise<Deployment> {
  const { projectId, generations, commit, held } = options;
  const current = await generations.current(projectId);
  const before = current && (await readableFile(generations, current, join(options.workDir, BEFORE_FOLDER)));
  const publish = async (file: string): Promise<Generation> => {
    const generation = await generations.publish(projectId, file, commit, held);
    if (generation === null) throw new Error('Another worker has taken this update over');
    await generations.prune(projectId, KEPT_GENERATIONS);
    return generation;
  };
  await using built = await buildGeneration({
    ...options,
    before,
    ...(before === null && { onSearchable: async (file) => void (await publish(file)) }),
  });
  const generation = built.file === null ? current! : await publish(built.file);
  return { generation, isNew: built.file !== null, report: built.report };
}

/** @returns `null` when it cannot be had, or was written in another format: then everything is read anew */
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
