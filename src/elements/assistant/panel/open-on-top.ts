/**
 * Open a dialog above the page without blocking it. The element around the dialog goes into the top layer, because
 * `showPopover()` and `show()` of the dialog itself would take the focus from a page that comes with the panel open.
 *
 * @returns removes it from the top layer
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
