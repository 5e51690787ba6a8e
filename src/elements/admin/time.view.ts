import { html, nothing, type TemplateResult } from 'lit';

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long ago something was, in the largest unit that fits: "3 hours ago". */
export function relativeTime(time: number, now: number, locale: string): string {
  const seconds = (time - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** A moment to the second, in words and digits. */
export function exactTime(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(time);
}

/** A moment as people say it; exactly on hover and focus. What cannot be read as a time is shown as it came. */
export function renderTime(value: string, locale: string): TemplateResult | typeof nothing {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return value === '' ? nothing : html`<bdi>${value}</bdi>`;
  return html`<span class="when" tabindex="0"
    ><time datetime=${new Date(time).toISOString()}>${relativeTime(time, Date.now(), locale)}</time
    ><span class="exact">${exactTime(time, locale)}</span></span
  >`;
}

/** A stretch of time as a clock shows it: `1:05`, `2:03:04`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
