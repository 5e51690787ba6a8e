const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Show results with the words of the query marked. */
export function showResults(
  query: string,
  results: readonly { id: string; title: string; text: string }[],
): void {
  const pattern = new RegExp((query.match(/[\p{L}\p{N}]+/gu) ?? ['$^']).join('|'), 'gi');
  const markUp = (text: string): string => escapeHtml(text).replace(pattern, '<mark>$&</mark>');
  document.querySelector('ul')!.innerHTML = results
    .map(
      ({ id, title, text }) =>
        `<li><a href="/${escapeHtml(id)}"><b>${markUp(title)}</b><p>${markUp(text)}</p></a></li>`,
    )
    .join('');
}
