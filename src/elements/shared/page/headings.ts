/** Headings of a page. */
export const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** What a heading has beside its words: links to itself, and what is for screen readers alone. */
const EXTRAS =
  'a[href^="#"], a[href=""], button, svg, [aria-hidden=true], .sr-only, .visually-hidden, docs-page-actions';

/** Find the heading that an id leads to; `null` if the page has none there. */
export function headingAt(id: string): Element | null {
  const target = document.getElementById(decode(id));
  // An anchor stands in its heading or before it, a section around it.
  return target && (target.closest(HEADINGS) ?? target.querySelector(HEADINGS));
}

/** Decode an id of an address. */
export function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    // As it stands.
    return id;
  }
}

/** Return the words of a heading, without the link to itself. */
export function headingText(heading: Element): string {
  const copy = heading.cloneNode(true) as Element;
  for (const extra of copy.querySelectorAll(EXTRAS)) extra.remove();
  // In some generators the whole heading is that link.
  const text = copy.textContent || heading.textContent || '';
  return text
    .replace(/[\u200b\u00b6]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
/** Return the id that leads to a heading: its own, or one that the generator has put into it or around it; `''` without one. */
export function headingId(heading: Element): string {
  if (heading.id) return heading.id;
  const around = heading.closest('section[id], div[id]');
  if (around?.querySelector(HEADINGS) === heading) return around.id;
  return heading.querySelector('a[id], span[id]')?.id ?? '';
}
