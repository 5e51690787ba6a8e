import { html, type TemplateResult } from 'lit';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import { readFailureCause, type FailureCause } from '../shared/failure-cause.ts';
import type { AdminStrings } from '../strings/english.ts';

/** Lookup of an interface string. */
export type TextLookup = StringsController<AdminStrings>['text'];

/** Causes with a sentence of their own. */
const SENTENCES: Readonly<Partial<Record<FailureCause, Parameters<TextLookup>[0]>>> = {
  offline: 'offline',
  network: 'unreachable',
  timeout: 'unreachable',
  unavailable: 'unreachable',
  refused: 'refused',
  challenge: 'refused',
  'not-found': 'unknownProject',
  limited: 'limited',
};

/** Find the sentence for a failure. */
export function describeFailure(failure: Failure, text: TextLookup): string {
  return text(SENTENCES[readFailureCause(failure)] ?? 'broken');
}

/** Find the sentence for the failure of what was sent, which is not sent again by itself. */
export function describeRefusal(failure: Failure, text: TextLookup): string {
  const cause = readFailureCause(failure);
  return cause === 'refused' || cause === 'challenge'
    ? text('refused')
    : text(cause === 'limited' ? 'limitedHere' : 'notSent');
}

/** Draw a failure with what to do about it. */
export function renderFailure(sentence: unknown, way: TemplateResult): TemplateResult {
  return html`<div class="notice" part="error" role="alert">
    <p>${sentence}</p>
    ${way}
  </div>`;
}

/** Draw the button that tries again. */
export function renderRetry(text: TextLookup, handleRetry: () => void): TemplateResult {
  return html`<button class="button" part="retry" type="button" @click=${handleRetry}>
    ${text('retry')}
  </button>`;
}
