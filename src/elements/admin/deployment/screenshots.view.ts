import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { UpdateStatus } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { drawScreenshot, readScreenshot } from './screenshot.ts';

type Text = StringsController<AdminStrings>['text'];

/** The screenshots of an update, light and dark, and which of them cannot be shown. */
export class ScreenshotsView {
  readonly #host: ReactiveControllerHost;
  readonly #broken = new Set<string>();
  readonly #drawn = new WeakSet<Element>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  render({ screenshot, screenshotLight, screenshotDark }: UpdateStatus, text: Text): unknown {
    const shots = [
      [screenshotLight || screenshot, text('light')],
      [screenshotDark, text('dark')],
    ] as const;
    if (!shots.some(([value]) => value)) return nothing;
    return html`<div class="section" part="screenshots">
      <h3>${text('screenshots')}</h3>
      <div class="shots">
        ${shots.map(([value, theme]) =>
          value
            ? html`<figure part="screenshot">
                ${keyed(value, this.#renderScreenshot(value, text('screenshotOf', { theme }), text))}
                <figcaption class="muted">${theme}</figcaption>
              </figure>`
            : nothing,
        )}
      </div>
    </div>`;
  }

  #renderScreenshot(value: string, label: string, text: Text): TemplateResult {
    const image = readScreenshot(value);
    if (image?.kind === 'encoded' && !this.#broken.has(value)) {
      const draw = async (canvas: Element | undefined): Promise<void> => {
        if (canvas === undefined || this.#drawn.has(canvas)) return;
        this.#drawn.add(canvas);
        await drawScreenshot(canvas as HTMLCanvasElement, image).catch(() => this.#handleBroken(value));
      };
      return html`<canvas role="img" aria-label=${label} width="1280" height="800" ${ref(draw)}></canvas>`;
    }
    if (image?.kind !== 'link') return html`<p class="muted">${text('noScreenshot')}</p>`;
    return html`<a href=${image.href} target="_blank" rel="noopener"
      >${
        this.#broken.has(value)
          ? html`<bdi>${image.href}</bdi>`
          : html`<img
              alt=${label}
              src=${image.href}
              loading="lazy"
              referrerpolicy="no-referrer"
              @error=${() => this.#handleBroken(value)}
            />`
      }</a
    >`;
  }

  #handleBroken(value: string): void {
    this.#broken.add(value);
    this.#host.requestUpdate();
  }
}
