/** Shows the results below the box, in the browser's top layer. */
export class Dropdown {
  #panel: HTMLElement | null = null;
  #stop: (() => void) | undefined;

  /** Opens the panel below the box; a panel that is open already stays as it is. */
  open(panel: HTMLElement, box: HTMLElement): void {
    if (panel === this.#panel) return;
    this.close();
    this.#panel = panel;
    panel.showPopover?.();
    if (!CSS.supports('anchor-name: --box')) void this.#place(panel, box);
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (this.#panel?.isConnected) this.#panel.hidePopover?.();
    this.#panel = null;
  }

  /** The style sheet places the panel by anchor positioning; for browsers without it this is loaded. */
  async #place(panel: HTMLElement, box: HTMLElement): Promise<void> {
    const { placeBelow } = await import('./place-below.ts');
    if (panel === this.#panel) this.#stop ??= placeBelow(panel, box);
  }
}
