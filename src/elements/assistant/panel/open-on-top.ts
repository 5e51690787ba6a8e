/**
 * Open a dialog above the page without keeping the reader from it. What is around it goes into the top layer, for
 * `showPopover()` and `show()` of a dialog itself would take the focus from a page that comes with the panel open.
 *
 * @returns what takes it back
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  const layer = dialog.parentElement!;
  dialog.open = true;
  // Safari 16 has no popovers.
  if (layer.showPopover) {
    layer.popover = 'manual';
    layer.showPopover();
  }
  return () => {
    layer.popover = null;
  };
}
