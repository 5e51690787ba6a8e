/**
 * Put text on the clipboard by the Clipboard API. Where a page has none (without https) or the browser refuses it, fall back to the
 * copy command in a field beside `near`.
 *
 * @returns whether the browser did it
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text, near);
  }
}

function copyFromField(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  // Some browsers copy only where something is selected.
  field.value = text;
  field.readOnly = true;
  field.addEventListener('copy', (event) => {
    // A browser would copy the text as the field shows it: white space collapsed by its styles, line ends changed.
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // As with the Clipboard API, no listener of the page adds to the text.
    event.stopPropagation();
  });
  near.after(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  near.focus({ preventScroll: true });
  return copied;
}
