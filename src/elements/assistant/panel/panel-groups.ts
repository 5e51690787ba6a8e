import { Groups } from '../../shared/groups.ts';
import { lazy } from '../../shared/lazy.ts';
import { importMarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import type { AssistantContext } from '../context.ts';

export type PanelGroups = ReturnType<typeof createGroups>;

/** Import the modes other than `floating`. */
export const importModes = () => import('../modes/placement-modes.ts');

/**
 * Create the loaders of what a panel loads late. No other module of it imports one.
 *
 * @param onChange as in {@link Groups}
 */
export function createGroups(context: AssistantContext, onChange: (hasFailed: boolean) => void) {
  const groups = new Groups(onChange);
  const { renderRoot } = context.host;
  return {
    /** What failed, and the button that tries it again. */
    all: groups,
    /** What a reader needs with the end of the first answer. */
    afterAnswer: groups.create(
      async () => new (await import('../after-answer/after-answer.ts')).AfterAnswer(context),
    ),
    /** Announces an answer while it streams in. */
    speech: groups.create(async () => new (await import('../speech/answer-speech.ts')).AnswerSpeech(context)),
    modes: groups.create(async () => {
      const modes = await importModes();
      modes.addPlacementStyles(renderRoot);
      return modes;
    }),
    /** The library that places a panel anywhere in the window. */
    floating: groups.create(() => import('../../shared/dom/keep-at-launcher.ts')),
    markdownExtensions: groups.create(importMarkdownExtensions),
    highlighter: groups.create(async () => {
      const { highlightCode } = await import('../../shared/code/code-highlighter.ts');
      const highlight = (code: HTMLElement): void => highlightCode(code, groups);
      // Those drawn after an attempt that failed, too.
      renderRoot.querySelectorAll<HTMLElement>('.prose code[class]').forEach(highlight);
      return highlight;
    }),
    // Without one of these a question is not sent: its answer says so, and asking again tries again.
    mask: lazy(() => import('../../../protocol/mask-secrets.ts')),
    staticIndex: lazy(async () => (await import('../../shared/static-index.ts')).openStaticIndex),
    namedSource: lazy(async () => (await import('../../../sources/named-answers.ts')).openAnswerSource),
    /** The lock of pages without `navigator.locks`. A question is asked without a lock rather than not at all. */
    leaseLock: lazy(() => import('../../../state/conversation/writer-lock.ts')),
  };
}
