import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Marks that documentation sites put on `html` or `body` for their own light/dark switch. */
const THEME_ATTRIBUTES = ['class', 'data-theme', 'data-md-color-scheme', 'data-bs-theme'];

/** Reads off the page whether it is light or dark, and asks its host to draw again when that or the page's language changes. */
export class SurroundingsController implements ReactiveController {
  theme: 'light' | 'dark' = 'light';

  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #read: () => void;
  readonly #observer: MutationObserver;

  constructor(host: ReactiveControllerHost) {
    this.#read = () => {
      this.theme = (readPageTheme() ?? this.#system.matches) ? 'dark' : 'light';
      host.requestUpdate();
    };
    this.#observer = new MutationObserver(this.#read);
    host.addController(this);
  }

  hostConnected(): void {
    this.#system.addEventListener('change', this.#read);
    for (const node of pageNodes()) {
      this.#observer.observe(node, { attributeFilter: [...THEME_ATTRIBUTES, 'style', 'lang'] });
    }
    this.#read();
  }

  hostDisconnected(): void {
    this.#system.removeEventListener('change', this.#read);
    this.#observer.disconnect();
  }
}

function pageNodes(): HTMLElement[] {
  return [document.body, document.documentElement];
}

/** @returns whether the page is dark, `undefined` when it leaves that to the system */
function readPageTheme(): boolean | undefined {
  const styles = pageNodes().map((node) => getComputedStyle(node));
  const marks = pageNodes().flatMap((node) => THEME_ATTRIBUTES.map((name) => node.getAttribute(name)));
  // A scheme of one word decides, one that allows both says nothing.
  const schemes = styles.map(({ colorScheme }) => colorScheme.replace(/.* .*/, ''));
  const [mark, dark] =
    / (?:(dark|slate|night)|light|default|day) /i.exec(` ${[...marks, ...schemes].join('  ')} `) ?? [];
  if (mark) return Boolean(dark);
  // A page that says nothing, perhaps because it has no other theme, still has a ground.
  for (const { backgroundColor } of styles) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    if (backgroundColor.startsWith('rgb') && alpha > 0) return red + green + blue < 384;
  }
  return undefined;
}
