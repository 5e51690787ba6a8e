import type { PreviewSource } from '../../protocol/sources.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { readWhole, recordOf, textUpTo } from '../storage/stored-values.ts';
import { MISSING_AGE } from './task-list.ts';
import { UpdateWatch, type UpdateWatchOptions, type UpdateWatchSnapshot } from './update-watch.ts';

/** What a server answers that does not know the address. */
const UNKNOWN_STATUSES = [404, 405, 501];
/** Maximum length of a branch and of an address that are kept, in UTF-16 units. */
const MAX_BRANCH_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 2048;

/** State of the preview of a branch: that of its update, and more. */
export interface PreviewWatchSnapshot extends UpdateWatchSnapshot {
  /** The branch that was asked for last. */
  readonly branch: string | null;
  /** Where the preview is, once it is queued. */
  readonly previewUrl: string | null;
  /** Whether the server has previews, as far as it is known. */
  readonly isOffered: boolean;
}

interface Started {
  readonly branch: string;
  readonly previewUrl: string;
}

/**
 * The preview of a branch on the hosted platform, from its start to its end; the latest is kept over a reload. Actions never reject:
 * failures are in the snapshot.
 */
export class PreviewWatch extends SnapshotStore<PreviewWatchSnapshot> {
  readonly #watch: UpdateWatch;
  readonly #storage: UpdateWatchOptions['storage'];
  readonly #key: string;
  #branch: string | null = null;
  #previewUrl: string | null = null;

  constructor({
    source,
    ...options
  }: Omit<UpdateWatchOptions, 'source' | 'name'> & { source: PreviewSource }) {
    const { endpoint, projectId, storage } = options;
    const watch = new UpdateWatch({
      ...options,
      name: 'preview-id',
      source: {
        startUpdate: async (call) => {
          const { statusId, previewUrl } = await source.startPreview(this.#branch!, call);
          this.#previewUrl = previewUrl;
          storage.write(this.#key, { branch: this.#branch, previewUrl });
          return { statusId };
        },
        getUpdate: (statusId, call) => source.getUpdate(statusId, call),
      },
    });
    super({ ...watch.snapshot, branch: null, previewUrl: null, isOffered: true });
    this.#watch = watch;
    this.#storage = storage;
    this.#key = `docs-assistant:${endpoint.trim().replace(/\/+$/, '')}|${projectId.trim()}:preview`;
    const missing = storage.read(`${this.#key}-missing`, readWhole);
    if (missing !== null && missing > Date.now() - MISSING_AGE)
      this.replace({ ...this.snapshot, isOffered: false });
    watch.subscribe(() => this.#show());
  }

  get interval(): number {
    return this.#watch.interval;
  }

  set interval(interval: number) {
    this.#watch.interval = interval;
  }

  /** Follow the preview that was started last in this browser, if there is one. */
  restore(): void {
    const started = this.#storage.read(this.#key, readStarted);
    if (started === null) return;
    this.#branch = started.branch;
    this.#previewUrl = started.previewUrl;
    this.#watch.restore();
  }

  /** Start the preview of a branch. Does nothing while one is being started or followed. */
  async start(branch: string): Promise<void> {
    const { phase, isOffered } = this.snapshot;
    if (phase === 'starting' || phase === 'following' || !isOffered) return;
    this.#branch = branch;
    this.#previewUrl = null;
    await this.#watch.start();
  }

  /** Poll now. */
  refresh(): void {
    this.#watch.refresh();
  }

  /** Stop polling, for a hidden page. */
  pause(): void {
    this.#watch.pause();
  }

  /** Resume after {@link pause}, and poll now. */
  resume(): void {
    this.#watch.resume();
  }

  /** Abort all requests. The preview itself goes on. */
  close(): void {
    this.#watch.close();
  }

  #show(): void {
    const { snapshot } = this.#watch;
    const { failure, statusId } = snapshot;
    const isMissing = statusId === null && failure !== null && UNKNOWN_STATUSES.includes(failure.status ?? 0);
    if (isMissing) this.#storage.write(`${this.#key}-missing`, Date.now());
    this.replace({
      ...snapshot,
      branch: this.#branch,
      previewUrl: this.#previewUrl,
      isOffered: this.snapshot.isOffered && !isMissing,
    });
  }
}

const readStarted = recordOf<Started>({
  branch: textUpTo(MAX_BRANCH_LENGTH),
  previewUrl: textUpTo(MAX_ADDRESS_LENGTH),
});
