import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Commit } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { shortRef } from './update-text.ts';

/** Characters of a commit hash that are shown, as in git. */
const SHORT_SHA = 7;

/** The commit of an update, and which lists of its files are open. */
export class CommitView {
  readonly #host: ReactiveControllerHost;
  readonly #open = new Set<string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  render(
    { sha, ref, message, filesChanged: { added, modified, removed } }: Commit,
    author: string | null,
    { text, locale }: StringsController<AdminStrings>,
  ): TemplateResult {
    const [title = '', ...rest] = message.trim().split('\n');
    const kinds = [
      ['added', text('filesAdded'), added],
      ['modified', text('filesModified'), modified],
      ['removed', text('filesRemoved'), removed],
    ] as const;
    return html`<div class="section" part="commit">
      <h3>${text('commit')}</h3>
      <p class="title" dir="auto">${title}</p>
      ${rest.length > 0 ? html`<p class="body" dir="auto">${rest.join('\n').trim()}</p>` : nothing}
      <p class="muted facts">
        ${author ? html`<bdi>${author}</bdi>` : nothing}
        ${sha ? html`<code title=${sha}>${sha.slice(0, SHORT_SHA)}</code>` : nothing}
        ${ref ? html`<code title=${ref}><bdi>${shortRef(ref)}</bdi></code>` : nothing}
      </p>
      ${
        kinds.every(([, , files]) => files.length === 0)
          ? html`<p class="muted">${text('noFiles')}</p>`
          : kinds.map(([kind, label, files]) =>
              files.length > 0
                ? this.#renderFiles(kind, label, files, files.length.toLocaleString(locale))
                : nothing,
            )
      }
    </div>`;
  }

  #renderFiles(kind: string, label: string, files: readonly string[], count: string): TemplateResult {
    const isOpen = this.#open.has(kind);
    return html`<details
      part="files"
      data-kind=${kind}
      .open=${isOpen}
      @toggle=${(event: Event) => this.#toggle(kind, (event.target as HTMLDetailsElement).open)}
    >
      <summary>${label} <span class="count">${count}</span></summary>
      ${
        isOpen
          ? html`<ul>
              ${files.map(
                (file) =>
                  html`<li>
                    <code><bdi>${file}</bdi></code>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </details>`;
  }

  #toggle(kind: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(kind);
    else this.#open.delete(kind);
    this.#host.requestUpdate();
  }
}
