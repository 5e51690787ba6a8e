import { copyText } from '../shared/dom/copy-text.ts';

/**
 * Put a text on the clipboard that is still being loaded. The clipboard is asked at once, because Safari allows it only while a press is
 * handled.
 *
 * @returns whether the browser did it
 * @throws what `text` rejects with
 */
export async function copyLater(text: Promise<string>, near: HTMLElement): Promise<boolean> {
  try {
    const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
    // Its rejection is reported by `text` below, also where nobody waits for it.
    blob.catch(() => {});
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyText(await text, near);
  }
}
