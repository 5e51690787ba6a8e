import { html, nothing, type TemplateResult } from 'lit';
import { resolveLink } from '../../../protocol/address.ts';
import type { PreviewWatchSnapshot } from '../../../state/admin/preview-watch.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { describeRefusal } from '../failure.view.ts';
import { describePhase } from './update-text.ts';

type Localizer = StringsController<AdminStrings>;

/** Maximum length of the name of a branch, as proxies take it. */
const MAX_BRANCH_LENGTH = 255;
/** Characters that git takes in no name of a branch. */
const NOT_IN_BRANCH = /[\s~^:?*[\\\p{Cc}]|\.\.|@\{|^[-/]|[/.]$/u;

/** The element of the preview, as far as its view uses it. */
export interface PreviewHost {
  /** Draw, and wait until that is done. */
  draw(): Promise<void>;
  find<Found extends HTMLElement>(selector: string): Found | null;
  startPreview(branch: string): Promise<PreviewWatchSnapshot>;
}

/** The preview of a branch: the button and the field that start it, its state and its address. */
export class PreviewView {
  readonly #host: PreviewHost;
  #isOpen = false;
  #branch = '';
  /** Whether what was written is no name of a branch. */
  #isWrong = false;

  constructor(host: PreviewHost) {
    this.#host = host;
  }

  /** Close the field, and empty it. */
  reset(): void {
    this.#isOpen = this.#isWrong = false;
    this.#branch = '';
  }

  renderButton({ isOffered }: PreviewWatchSnapshot, { text }: Localizer): unknown {
    if (!isOffered) return nothing;
    return html`<button
      class="button"
      part="preview-start"
      type="button"
      aria-expanded=${this.#isOpen}
      @click=${() => void (this.#isOpen ? this.#close() : this.#show())}
    >
      ${text('previewBranch')}
    </button>`;
  }

  render(snapshot: PreviewWatchSnapshot, localizer: Localizer): unknown {
    const { isOffered, failure, branch, statusId } = snapshot;
    const { text } = localizer;
    if (!isOffered) {
      return failure === null
        ? nothing
        : html`<div class="notice" part="error" role="alert"><p>${text('noPreviews')}</p></div>`;
    }
    return html`${this.#isOpen ? this.#renderForm(snapshot, text) : nothing}
    ${branch !== null && statusId !== null ? this.#renderPreview(snapshot, branch, localizer) : nothing}`;
  }

  #renderForm({ phase, statusId, failure }: PreviewWatchSnapshot, text: Localizer['text']): TemplateResult {
    const isStarting = phase === 'starting';
    const wrong = this.#isWrong
      ? text('branchWrong')
      : failure !== null && statusId === null
        ? describeRefusal(failure, text)
        : null;
    return html`<form
      part="preview-form"
      novalidate
      @submit=${(event: Event) => void this.#submit(event, phase)}
      @keydown=${(event: KeyboardEvent) => this.#handleKey(event)}
    >
      <label for="branch">${text('branch')}</label>
      <input
        id="branch"
        part="branch"
        dir="auto"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength=${MAX_BRANCH_LENGTH}
        required
        aria-invalid=${this.#isWrong}
        aria-describedby=${wrong === null ? nothing : 'branch-wrong'}
        .value=${this.#branch}
        @input=${(event: Event) => (this.#branch = (event.target as HTMLInputElement).value)}
      />
      ${
        wrong === null
          ? nothing
          : html`<p class="wrong" id="branch-wrong" part="error" role="alert">${wrong}</p>`
      }
      <div class="buttons">
        <button
          class="button primary"
          part="preview-send"
          type="submit"
          aria-disabled=${isStarting || phase === 'following'}
        >
          ${text(isStarting ? 'starting' : 'startPreview')}
        </button>
        <button class="button" part="preview-cancel" type="button" @click=${() => void this.#close()}>
          ${text('cancel')}
        </button>
      </div>
    </form>`;
  }

  #renderPreview(snapshot: PreviewWatchSnapshot, branch: string, localizer: Localizer): TemplateResult {
    const { update, previewUrl } = snapshot;
    const { text } = localizer;
    const { label, tone } = describePhase(snapshot, text);
    const link = previewUrl === null ? null : resolveLink(previewUrl, document.baseURI);
    return html`<section class="section" part="preview" aria-labelledby="preview">
      <div class="toolbar">
        <h3 id="preview" tabindex="-1"><bdi>${text('previewOf', { branch })}</bdi></h3>
        <span class="state" part="preview-state" data-tone=${tone}>${label}</span>
      </div>
      ${
        link !== null && /^https?:/.test(link)
          ? html`<p>
              <a part="preview-link" href=${link} target="_blank" rel="noopener">${text('openPreview')}</a>
              <span class="muted" dir="ltr">${previewUrl}</span>
            </p>`
          : previewUrl !== null
            ? html`<p class="muted"><bdi>${previewUrl}</bdi></p>`
            : nothing
      }
      ${update?.summary ? html`<p class="summary" dir="auto">${update.summary}</p>` : nothing}
    </section>`;
  }

  async #show(): Promise<void> {
    this.#isOpen = true;
    await this.#host.draw();
    this.#host.find('#branch')?.focus();
  }

  /** Close the field. What was written stays for the next time. */
  async #close(): Promise<void> {
    this.#isOpen = this.#isWrong = false;
    await this.#host.draw();
    this.#host.find('[part=preview-start]')?.focus();
  }

  async #submit(event: Event, phase: PreviewWatchSnapshot['phase']): Promise<void> {
    event.preventDefault();
    if (phase === 'starting' || phase === 'following') return;
    const branch = this.#branch.trim();
    this.#isWrong = branch === '' || NOT_IN_BRANCH.test(branch);
    if (this.#isWrong) {
      await this.#host.draw();
      this.#host.find('#branch')?.focus();
      return;
    }
    const { statusId, isOffered } = await this.#host.startPreview(branch);
    // Refused, or canceled by the page: the field stays.
    if (statusId === null && isOffered) return this.#host.draw();
    this.reset();
    await this.#host.draw();
    if (isOffered) this.#host.find('#preview')?.focus();
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.isComposing || event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    void this.#close();
  }
}
