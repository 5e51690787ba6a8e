import { html, type TemplateResult } from 'lit';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type { AdminStrings } from './strings/en.ts';

/** Looks an interface string up. */
export type Text = StringsController<AdminStrings>['text'];

/** What went wrong, as maintainers are told. */
export function describeFailure({ code, status = 0 }: Failure, text: Text): string {
  if (code === 'offline') return text('offline');
  if (code === 'network' || code === 'timeout' || (status >= 502 && status <= 504))
    return text('unreachable');
  if (status === 401 || status === 403) return text('refused');
  if (status === 404 || status === 405) return text('unknownProject');
  return status === 429 ? text('limited') : text('broken');
}

/** What went wrong, and the way out. */
export function renderFailure(sentence: unknown, way: TemplateResult): TemplateResult {
  return html`<div class="notice" part="error" role="alert">
    <p>${sentence}</p>
    ${way}
  </div>`;
}

/** The button that tries again. */
export function renderRetry(text: Text, handleRetry: () => void): TemplateResult {
  return html`<button class="button" part="retry" type="button" @click=${handleRetry}>
    ${text('retry')}
  </button>`;
}
