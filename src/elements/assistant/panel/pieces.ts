import { lazy, type Lazy } from '../../shared/lazy.ts';
import { lazyMarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import type { AssistantContext, AssistantParts } from '../context.ts';

/** Import the modes other than `floating`. */
export const importModes = () => import('./placement-modes.ts');

/**
 * Create the loaders of the pieces of a panel; each piece is loaded at its first use. No other module of the panel imports
 * one, except that the footer of an answer, itself a piece, loads its own.
 *
 * A failure to load a `context.piece()` is shown and announced; so is that of a `drawn` one, with a button that tries again, because
 * no other use of it may follow. That of a `quiet` or `lazy` one is not: its user shows the failure itself, or the reader has not
 * asked for it.
 */
export function createPieces(context: AssistantContext): AssistantParts {
  const redraw = (): void => context.host.requestUpdate();
  const quiet = <T>(start: () => Promise<T>): Lazy<T> => lazy(start, { onChange: redraw });
  const drawn = <T>(start: () => Promise<T>): Lazy<T> => {
    const piece = lazy(start, { onChange: () => context.reportDrawing(piece) });
    return piece;
  };
  const markdownExtensions = lazyMarkdownExtensions(() => context.reportDrawing(markdownExtensions));
  return {
    answerFooter: quiet(
      async () => new (await import('../after-answer/answer-footer.ts')).AnswerFooter(context),
    ),
    answerSpeech: quiet(async () => new (await import('../speech/answer-speech.ts')).AnswerSpeech(context)),
    questionQueue: context.piece(
      async () => new (await import('../after-answer/question-queue.ts')).QuestionQueue(context),
      // Without the piece, the queue would never be asked, and quotes would not be shown.
      (hasFailed) => hasFailed && context.draft.unqueue(),
    ),
    questionText: drawn(async () => new (await import('../after-answer/question-text.ts')).QuestionText(context)),
    history: context.piece(async () => new (await import('../after-answer/history.ts')).History(context)),
    resizer: quiet(async () => new (await import('../after-answer/resize.ts')).PanelResizer(context)),
    placementModes: quiet(async () => {
      const modes = await importModes();
      modes.addPlacementStyles(context.host.renderRoot);
      return modes;
    }),
    placementFloating: lazy(() => import('./placement-floating.ts')),
    markdownExtensions,
    toolSteps: drawn(async () => new (await import('../after-answer/tool-steps.ts')).ToolSteps(context)),
    shortcutList: context.piece(async () => (await import('../after-answer/shortcut-list.ts')).createShortcutList(context)),
    sourcePreview: lazy(() => import('../after-answer/source-preview.ts')),
    highlighter: drawn(async () => {
      const highlighter = await import('../../shared/code/code-highlighter.ts');
      // Those drawn after an attempt that failed, too.
      for (const code of context.host.renderRoot.querySelectorAll<HTMLElement>('.prose code[class]'))
        highlighter.highlightCode(code);
      return highlighter;
    }),
    mask: lazy(() => import('../../../protocol/mask-secrets.ts')),
    staticIndex: lazy(async () => (await import('../../shared/static-index.ts')).openStaticIndex),
    namedSource: lazy(async () => (await import('../../../sources/named-answers.ts')).openAnswerSource),
    leaseLock: lazy(() => import('../../../state/conversation/writer-lock.ts')),
    archive: lazy(async () => (await import('../../../state/archive/full-archive.ts')).openFullArchive),
    suggestions: lazy(async () => (await import('../../../protocol/reply/suggestions.ts')).SuggestionsReader),
  };
}
