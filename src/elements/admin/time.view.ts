import { html, type TemplateResult } from 'lit';

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Write how long ago a time was, in the largest unit that fits: "3 hours ago". */
export function relativeTime(time: number, now: number, locale: string): string {
  const seconds = (time - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** Write a time to the second, in words and digits. */
export function exactTime(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(time);
}

/**
 * Draw a time in relative words, and exactly while the pointer or the focus is on the `has-time` around it. A text that is no
 * time is shown unchanged.
 */
export function renderTime(value: string, locale: string): TemplateResult {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return html`<bdi>${value}</bdi>`;
  const iso = new Date(time).toISOString();
  return html`<time class="relative" datetime=${iso}>${relativeTime(time, Date.now(), locale)}</time
    ><time class="exact" datetime=${iso}>${exactTime(time, locale)}</time>`;
}

/** Draw a time that can be focused. */
export function renderWhen(value: string, locale: string): TemplateResult {
  return html`<span class="when has-time" tabindex="0">${renderTime(value, locale)}</span>`;
}

/** Write a duration as a clock does: `1:05`, `2:03:04`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
