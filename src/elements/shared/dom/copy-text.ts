/**
 * Puts text on the clipboard: by the Clipboard API, or on pages that have none (without https) by a field beside `near`.
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
  field.value = text;
  field.readOnly = true;
  near.after(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  near.focus({ preventScroll: true });
  return copied;
}
