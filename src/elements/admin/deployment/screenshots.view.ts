import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { UpdateStatus } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { resolveLink } from '../../../protocol/address.ts';

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

/** A screenshot as servers send it: an address, or the image in base64. */
type Screenshot =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'encoded'; readonly type: string; readonly base64: string };

/** Maximum length of an encoded image that is decoded, in characters: about 6 MB. */
const MAX_ENCODED_LENGTH = 8 * 1024 * 1024;
/** Maximum number of pixels of an image on a side; a larger one is drawn smaller. */
const MAX_SIDE = 1600;

/** Raster formats by their prefix in base64. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  iVBOR: 'image/png',
  '/9j/': 'image/jpeg',
  UklGR: 'image/webp',
  R0lGOD: 'image/gif',
};
const DATA_ADDRESS = /^data:(image\/(?:png|jpeg|webp|gif|avif));base64,/i;
const BASE64 = /^[\w+/-]{64,}={0,2}$/;

/** Read a screenshot. `null`: it must not be shown. */
function readScreenshot(value: string): Screenshot | null {
  const text = value.trim();
  if (text.length > MAX_ENCODED_LENGTH) return null;
  const [prefix = '', type] = DATA_ADDRESS.exec(text) ?? [];
  if (type) return { kind: 'encoded', type: type.toLowerCase(), base64: text.slice(prefix.length) };
  const beginning = Object.keys(BEGINNINGS).find((start) => text.startsWith(start));
  if (beginning && BASE64.test(text)) return { kind: 'encoded', type: BEGINNINGS[beginning]!, base64: text };
  const href = resolveLink(text, document.baseURI);
  return href !== null && /^https?:/.test(href) ? { kind: 'link', href } : null;
}

/**
 * Draw an encoded image. It is decoded here because a strict policy allows neither `data:` nor `blob:` in an `<img>`.
 *
 * @throws if it is no image
 */
async function drawScreenshot(
  canvas: HTMLCanvasElement,
  { base64, type }: Extract<Screenshot, { kind: 'encoded' }>,
): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const scale = Math.min(1, MAX_SIDE / bitmap.width, MAX_SIDE / bitmap.height);
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
