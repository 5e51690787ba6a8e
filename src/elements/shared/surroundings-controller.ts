import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Marks that documentation sites put on `html`, `body` or a wrapper for their own light/dark switch. */
const THEME_ATTRIBUTES = ['data-theme', 'data-md-color-scheme', 'data-bs-theme'];
const WATCHED_ATTRIBUTES = [...THEME_ATTRIBUTES, 'class', 'style', 'lang'];
const DARK_NAME = /^(dark|slate|night)$/i;
const LIGHT_NAME = /^(light|default|day)$/i;

/**
 * Reads off the page around its host whether it is light or dark and which language it is in, and asks the host to draw
 * again when either changes. (The direction needs no reading: CSS inherits it into the shadow tree.)
 */
export class SurroundingsController implements ReactiveController {
  theme: 'light' | 'dark' = 'light';
  /** The `lang` of the host or of its nearest ancestor that has one; empty when none does. */
  language = '';

  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #observer = new MutationObserver(() => this.#read());
  readonly #read = (): void => {
    const theme = readPageTheme() ?? (this.#system.matches ? 'dark' : 'light');
    const language = ancestors(this.#host).find((node) => node.lang)?.lang ?? '';
    if (theme === this.theme && language === this.language) return;
    this.theme = theme;
    this.language = language;
    this.#host.requestUpdate();
  };

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#system.addEventListener('change', this.#read);
    for (const node of ancestors(this.#host)) {
      this.#observer.observe(node, { attributeFilter: WATCHED_ATTRIBUTES });
    }
    this.#read();
  }

  hostDisconnected(): void {
    this.#system.removeEventListener('change', this.#read);
    this.#observer.disconnect();
  }
}

/** The element and those around it, inside out, through shadow roots. */
function ancestors(element: HTMLElement): HTMLElement[] {
  const chain: HTMLElement[] = [];
  for (let node: Node | null = element; node; node = node.parentNode ?? (node as ShadowRoot).host ?? null) {
    if (node instanceof HTMLElement) chain.push(node);
  }
  return chain;
}

function readPageTheme(): 'light' | 'dark' | null {
  const nodes = [document.body, document.documentElement];
  for (const node of nodes) {
    const names = [...THEME_ATTRIBUTES.map((name) => node.getAttribute(name) ?? ''), ...node.classList];
    if (names.some((name) => DARK_NAME.test(name))) return 'dark';
    if (names.some((name) => LIGHT_NAME.test(name))) return 'light';
  }
  const schemes = getComputedStyle(document.documentElement).colorScheme;
  if (schemes.includes('dark') !== schemes.includes('light'))
    return schemes.includes('dark') ? 'dark' : 'light';
  return schemes === 'normal' ? readGround(nodes) : null;
}

/** A page that says nothing about its scheme still has a ground: dark text on it would be unreadable on a dark panel's neighbour. */
function readGround(nodes: readonly HTMLElement[]): 'light' | 'dark' | null {
  for (const node of nodes) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    if (alpha > 0.5) return red * 0.3 + green * 0.6 + blue * 0.1 < 128 ? 'dark' : 'light';
  }
  return null;
}
