/**
 * Open a dialog above the page without blocking it. Its parent is moved to the top layer instead of the dialog, because
 * `showPopover()` and `show()` of a dialog move the focus, which must stay when a page is loaded with the panel open.
 *
 * @returns a function that removes it from the top layer
 */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  const layer = dialog.parentElement!;
  dialog.open = true;
  layer.popover = 'manual';
  layer.showPopover();
  return () => {
    layer.popover = null;
  };
}
