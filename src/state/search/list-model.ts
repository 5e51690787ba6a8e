import type { SearchSnapshot } from './search-snapshot.ts';

/** What the panel shows. `waiting`: the first answer is under way, and there is nothing to show yet. */
export type Scene = 'not-configured' | 'start' | 'too-short' | 'waiting' | 'results' | 'nothing' | 'error';

/** An option of the list. Only its key is read here; what it shows and does is up to the interface. */
export interface KeyedOption {
  /** Identifies the option in its list, also after the list has changed. */
  readonly key: string;
}

/** The options that a list may have, by origin. Each may be a getter: only those of the scene are read. */
export interface ListParts<Option extends KeyedOption> {
  /** Whether endpoint and domain are set. */
  readonly isConfigured: boolean;
  /** Earlier searches and favourites. */
  readonly saved: readonly Option[];
  /** The results of the snapshot that can be opened, in the order in which they are shown. */
  readonly results: readonly Option[];
  /** Asks for more results. */
  readonly more: Option;
  /** Where else a query has results that its filter left without any. */
  readonly elsewhere: readonly Option[];
  /** Hands the query to the assistant; `null` where there is none. */
  readonly ask: Option | null;
  /** Whether there is one, and the query, which has not failed, is rather for it. Read once for each answer, so that nothing moves what is there. */
  readonly asksFirst: boolean;
}

/** The list of a combobox: what it shows, which option is active, and what it waits for. */
export interface ListModel<Option extends KeyedOption> {
  readonly scene: Scene;
  readonly options: readonly Option[];
  /** Index of the active option, or -1. That of an answer is the first, until the reader moves. */
  readonly active: number;
  /** Whether the reader has moved to the active option. */
  readonly isChosen: boolean;
  /** Whether the assistant comes before the results. */
  readonly asksFirst: boolean;
  /** The query whose first result opens with its answer: Enter was pressed before. Else `null`. */
  readonly opensFirst: string | null;
  /** The snapshot that the list was derived from; `null` at first. */
  readonly snapshot: SearchSnapshot | null;
}

/** What Enter does. `wait`: the answer is under way, and its first result opens when it is there. */
export type EnterAction = 'press-active' | 'press-first' | 'ask' | 'retry' | 'wait' | null;

/** What Enter depends on, beside list and snapshot. */
export interface EnterContext {
  /** The text in the box, which the snapshot may not have yet. */
  readonly text: string;
  /** Whether the list is shown. */
  readonly isOpen: boolean;
  /** Whether Enter was pressed with Control or Command. */
  readonly opensTab: boolean;
  /** Whether there is an assistant to ask. */
  readonly canAsk: boolean;
  /** Whether there is one, and the text is rather a question than words to look up. */
  readonly isQuestion: boolean;
}

/** Create the list of a box that has not been used yet. */
export function createList<Option extends KeyedOption>(): ListModel<Option> {
  return {
    scene: 'start',
    options: [],
    active: -1,
    isChosen: false,
    asksFirst: false,
    opensFirst: null,
    snapshot: null,
  };
}

/**
 * Derive the list from a snapshot. After another query, filter or scene the first option is active, if it is a result or the
 * assistant that comes before them. Otherwise the active option
 * stays active wherever it moves, because other options may arrive late; when it is removed, the next one takes its place.
 */
export function updateList<Option extends KeyedOption>(
  model: ListModel<Option>,
  snapshot: SearchSnapshot,
  parts: ListParts<Option>,
): ListModel<Option> {
  const { status, query, filter, results } = snapshot;
  const before = model.snapshot;
  const scene = sceneOf(snapshot, parts);
  const isSameScene = scene === model.scene && filter === before?.filter;
  const isSameAnswer = isSameScene && snapshot.resultsFor === before.resultsFor;
  const asksFirst = isSameAnswer ? model.asksFirst : parts.asksFirst;
  const options = listOptions(scene, snapshot, parts, asksFirst);
  const continues = isSameScene && query === before.query;
  // Another answer to the same question has more results. Where "more" was, the first of them is: the index stays.
  const active = results === before?.results ? findAgain(model, options) : model.active;
  const isAwaited = query === model.opensFirst && (status === 'loading' || status === 'done');
  return {
    scene,
    options,
    active: continues ? Math.min(active, options.length - 1) : scene === 'results' || asksFirst ? 0 : -1,
    isChosen: continues && model.isChosen,
    asksFirst,
    opensFirst: isAwaited ? query : null,
    snapshot,
  };
}

/** Where the keys of a list lead. */
export type Step = 'next' | 'previous' | 'first' | 'last' | 'leave-list';

/** Make another option active. `next` and `previous` wrap around the ends. */
export function moveActive<Option extends KeyedOption>(
  model: ListModel<Option>,
  step: Step,
): ListModel<Option> {
  const { active, options } = model;
  const last = options.length - 1;
  const targets: Record<Step, number> = {
    next: active < last ? active + 1 : Math.min(0, last),
    previous: active > 0 ? active - 1 : last,
    first: Math.min(0, last),
    last,
    'leave-list': -1,
  };
  return { ...model, active: targets[step], isChosen: targets[step] >= 0 };
}

/** Decide what Enter does. */
export function enterAction(
  { scene, active, isChosen }: ListModel<KeyedOption>,
  { query, status, failure }: SearchSnapshot,
  { text, isOpen, opensTab, canAsk, isQuestion }: EnterContext,
): EnterAction {
  if (isOpen && isChosen && active >= 0) return 'press-active';
  if (opensTab && canAsk) return 'ask';
  const isCurrent = query === text;
  if (isCurrent && failure) return mayRetry(failure) ? 'retry' : null;
  if (isQuestion) return 'ask';
  if (isCurrent && status === 'done') return scene === 'results' || active >= 0 ? 'press-first' : null;
  const isUnderWay = isOpen && text.trim() !== '' && (!isCurrent || status === 'loading');
  return isUnderWay ? 'wait' : null;
}

/** Whether a failed search may be sent again now. A server that named a time is asked again at that time. */
export function mayRetry({ retryable, retryAfter }: NonNullable<SearchSnapshot['failure']>): boolean {
  return retryable && !retryAfter;
}

/** Whether the answer is there whose first result is to open. */
export function opensFirstNow({ opensFirst }: ListModel<KeyedOption>, snapshot: SearchSnapshot): boolean {
  return snapshot.status === 'done' && snapshot.resultsFor === opensFirst;
}

function sceneOf(
  { status, resultsFor }: SearchSnapshot,
  { isConfigured, results }: ListParts<KeyedOption>,
): Scene {
  if (!isConfigured) return 'not-configured';
  if (status === 'idle') return 'start';
  if (status === 'too-short' || status === 'error') return status;
  if (status === 'loading' && resultsFor === '') return 'waiting';
  return results.length > 0 ? 'results' : 'nothing';
}

/** Read the parts of a scene only: they may be getters. */
function listOptions<Option extends KeyedOption>(
  scene: Scene,
  { hasMore }: SearchSnapshot,
  parts: ListParts<Option>,
  asksFirst: boolean,
): readonly Option[] {
  if (scene === 'not-configured') return [];
  if (scene === 'start' || scene === 'too-short') return parts.saved;
  const options: Option[] = scene === 'nothing' ? [...parts.elsewhere] : [];
  if (scene === 'results') options.push(...parts.results, ...(hasMore ? [parts.more] : []));
  const { ask } = parts;
  if (ask) options.splice(asksFirst ? 0 : options.length, 0, ask);
  return options;
}

/** Find the option again that is active. */
function findAgain<Option extends KeyedOption>(
  { active, options: before }: ListModel<Option>,
  options: readonly Option[],
): number {
  const index = options.findIndex(({ key }) => key === before[active]?.key);
  return index < 0 ? active : index;
}
