import type { ReactiveController, ReactiveControllerHost } from 'lit';

export type Theme = 'auto' | 'light' | 'dark';

/** Attributes with which documentation sites mark their own light/dark switch, on `html` or on `body`. */
const THEME_ATTRIBUTES = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'class', 'style'];
const DARK_NAMES = /^(dark|slate|night)$/i;
const LIGHT_NAMES = /^(light|default|day)$/i;

/** Tells whether the element is to be drawn dark, and asks its host to draw again when the page's switch or the system changes. */
export class ThemeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { theme: Theme };
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #observer = new MutationObserver(() => this.#handleChange());
  readonly #handleChange = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & { theme: Theme }) {
    this.#host = host;
    host.addController(this);
  }

  /** The theme to draw: the host's own `theme`, else the page's, else the system's. */
  get resolved(): 'light' | 'dark' {
    const { theme } = this.#host;
    if (theme === 'light' || theme === 'dark') return theme;
    return readPageTheme() ?? (this.#system.matches ? 'dark' : 'light');
  }

  hostConnected(): void {
    this.#system.addEventListener('change', this.#handleChange);
    for (const node of [document.documentElement, document.body]) {
      if (node) this.#observer.observe(node, { attributes: true, attributeFilter: THEME_ATTRIBUTES });
    }
  }

  hostDisconnected(): void {
    this.#system.removeEventListener('change', this.#handleChange);
    this.#observer.disconnect();
  }
}

function readPageTheme(): 'light' | 'dark' | null {
  for (const node of [document.body, document.documentElement]) {
    if (!node) continue;
    for (const name of THEME_ATTRIBUTES.slice(0, 3)) {
      const value = node.getAttribute(name) ?? '';
      if (DARK_NAMES.test(value)) return 'dark';
      if (LIGHT_NAMES.test(value)) return 'light';
    }
    if (node.classList.contains('dark')) return 'dark';
    if (node.classList.contains('light')) return 'light';
  }
  const schemes = getComputedStyle(document.documentElement).colorScheme.split(/\s+/);
  if (schemes.includes('dark') === schemes.includes('light')) return null;
  return schemes.includes('dark') ? 'dark' : 'light';
}
