import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CountedText, Insights, MissingText, CountedPage } from '../../../protocol/api.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { describeReason, formatDay } from './insights-text.ts';

/** Words and formats of the language of the element. */
export type Localizer = StringsController<AdminStrings>;

/** Columns that all tables have, with those that the documentation has no use for left out. */
interface Scope {
  readonly hasVersions: boolean;
  readonly hasLanguages: boolean;
}

/** Draw the entries to work off. */
export function renderMissing(
  entries: readonly MissingText[],
  scope: Scope,
  localizer: Localizer,
  {
    isDone,
    handleDone,
  }: {
    isDone: (entry: MissingText) => boolean;
    handleDone: (entry: MissingText, event: Event) => void;
  },
): TemplateResult {
  const { text } = localizer;
  const headings = [
    html`<th role="columnheader" scope="col"><span class="visually-hidden">${text('done')}</span></th>`,
    heading(text('entryText')),
    heading(text('reason')),
    ...scopeHeadings(scope, text),
    heading(text('times'), true),
    heading(text('lastDay')),
  ];
  return renderTable(text('missing'), headings, entries, keyOf, (entry) => {
    const done = isDone(entry);
    return html`<tr role="row" part="entry" ?data-done=${done}>
      <td role="cell" class="tick">
        <input
          part="done"
          type="checkbox"
          aria-label=${text('markDone', { text: entry.text })}
          .checked=${done}
          @change=${(event: Event) => handleDone(entry, event)}
        />
      </td>
      ${textCell(entry.text)}
      <td role="cell" part="reason" class="muted">${describeReason(entry, text)}</td>
      ${scopeCells(entry, scope)} ${countCell(entry.count, text('times'), localizer)}
      ${dayCell(entry.lastDay, localizer)}
    </tr>`;
  });
}

/** Draw the most frequent questions or searches. */
export function renderTexts(
  name: string,
  entries: readonly CountedText[],
  scope: Scope,
  localizer: Localizer,
): TemplateResult {
  const { text } = localizer;
  const headings = [
    heading(text('entryText')),
    ...scopeHeadings(scope, text),
    heading(text('times'), true),
    heading(text('lastDay')),
  ];
  return renderTable(
    name,
    headings,
    entries,
    keyOf,
    (entry) =>
      html`<tr role="row" part="entry">
        ${textCell(entry.text)} ${scopeCells(entry, scope)}
        ${countCell(entry.count, text('times'), localizer)} ${dayCell(entry.lastDay, localizer)}
      </tr>`,
  );
}

/** Draw the pages that readers followed and rated. */
export function renderPages(
  pages: readonly CountedPage[],
  scope: Scope,
  localizer: Localizer,
): TemplateResult {
  const { text } = localizer;
  const counts = ['follows', 'helpful', 'notHelpful'] as const;
  const headings = [
    heading(text('page')),
    ...scopeHeadings(scope, text),
    ...counts.map((name) => heading(text(name), true)),
  ];
  return renderTable(
    text('pages'),
    headings,
    pages,
    ({ path, version, language }) => keyOf({ text: path, version, language }),
    (page) =>
      html`<tr role="row" part="entry">
        <th role="rowheader" scope="row" class="text" part="text">
          ${page.title ? html`<span dir="auto">${page.title}</span>` : nothing}
          <code><bdi>${page.path}</bdi></code>
        </th>
        ${scopeCells(page, scope)} ${counts.map((name) => countCell(page[name], text(name), localizer))}
      </tr>`,
  );
}

/** Return the columns for version and language: none that is empty everywhere. */
export function scopeOf({ versions, languages }: Insights): Scope {
  return { hasVersions: versions.length > 0, hasLanguages: languages.length > 0 };
}

// The roles are those of the elements, which are lost where the rows are drawn as cards.
function renderTable<Entry>(
  name: string,
  headings: readonly TemplateResult[],
  entries: readonly Entry[],
  key: (entry: Entry) => string,
  renderRow: (entry: Entry) => TemplateResult,
): TemplateResult {
  return html`<table role="table" part="list" aria-label=${name}>
    <thead role="rowgroup">
      <tr role="row">
        ${headings}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(entries, key, renderRow)}
    </tbody>
  </table>`;
}

function heading(label: string, isNumber = false): TemplateResult {
  return html`<th role="columnheader" scope="col" class=${isNumber ? 'number' : nothing}>${label}</th>`;
}

function scopeHeadings({ hasVersions, hasLanguages }: Scope, text: Localizer['text']): TemplateResult[] {
  return [
    ...(hasVersions ? [heading(text('version'))] : []),
    ...(hasLanguages ? [heading(text('language'))] : []),
  ];
}

function scopeCells(
  { version, language }: { version?: string | null; language?: string | null },
  { hasVersions, hasLanguages }: Scope,
): TemplateResult {
  const cell = (value: string | null | undefined): TemplateResult =>
    html`<td role="cell" class="muted" ?data-empty=${!value}><bdi>${value ?? ''}</bdi></td>`;
  return html`${hasVersions ? cell(version) : nothing} ${hasLanguages ? cell(language) : nothing}`;
}

function textCell(text: string): TemplateResult {
  return html`<th role="rowheader" scope="row" class="text" part="text" dir="auto">${text}</th>`;
}

/** A card has no headings: its numbers are labelled. */
function countCell(count: number, label: string, { locale }: Localizer): TemplateResult {
  return html`<td role="cell" class="number">
    <span class="label" aria-hidden="true">${label}</span> ${count.toLocaleString(locale)}
  </td>`;
}

function dayCell(day: string, { locale }: Localizer): TemplateResult {
  return html`<td role="cell" class="muted day"><time datetime=${day}>${formatDay(day, locale)}</time></td>`;
}

function keyOf({ text, version, language, ...more }: Partial<MissingText>): string {
  return JSON.stringify([text, version, language, more.kind, more.reason]);
}
