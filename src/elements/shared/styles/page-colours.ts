import type { ReactiveControllerHost } from 'lit';

/**
 * Custom properties with the colours of themes: accent, ground, text and lines, a theme a line, the more certain ones first. VitePress,
 * Docusaurus (Infima), Starlight, Material for MkDocs and Zensical, Furo, PyData (Sphinx), Hextra and Hugo Book (Hugo), Bootstrap (and
 * Docsy and Doks, which build on it), daisyUI, Tailwind's usual names, shadcn, PaperMod (Hugo).
 */
const THEMES = [
  'vp-c-brand-1 vp-c-bg vp-c-text-1 vp-c-divider',
  'ifm-color-primary ifm-background-surface-color ifm-font-color-base ifm-toc-border-color',
  'sl-color-text-accent sl-color-bg sl-color-text sl-color-hairline',
  'md-typeset-a-color md-default-bg-color md-default-fg-color md-default-fg-color--lightest',
  'color-brand-primary color-background-primary color-foreground-primary color-background-border',
  'pst-color-primary pst-color-background pst-color-text-base pst-color-border',
  'hx-color-primary-600 hx-color-bg hx-color-text hx-color-border',
  'color-link body-background body-font-color gray-200',
  'bs-primary bs-body-bg bs-body-color bs-border-color',
  'color-primary color-base-100 color-base-content color-base-300',
  'color-primary color-background color-foreground color-border',
  'primary background foreground border',
  'primary theme content border',
].map((line) => line.split(' '));

/** A colour as shadcn wrote it before Tailwind 4, for use in `hsl()`: `240 5% 10%`. `R, G, B`, as in Bootstrap's `-rgb`, is none. */
const HSL = /^[\d.]+(deg)? [\d.]+% [\d.]+%$/;

/** An element that is drawn in a frame of the class `docs`, which has its theme as `data-theme`. */
interface DressedHost extends HTMLElement {
  readonly renderRoot: ParentNode;
}

/** The theme that a frame has the colours of. */
const worn = new WeakMap<HTMLElement, string>();

/**
 * Draw an element in the colours of the page's theme, as far as the page has not set `--docs-…` itself. They are references, so that
 * a change of the theme's values shows at once; which of them fit is looked at whenever the page has become light or dark.
 */
export function takePageColours(host: DressedHost): void {
  const frame = host.renderRoot.querySelector<HTMLElement>('.docs');
  const theme = frame?.dataset['theme'];
  if (!frame || !theme || worn.get(frame) === theme) return;
  worn.set(frame, theme);
  const styles = getComputedStyle(host);
  const read = (name: string): string => {
    const value = styles.getPropertyValue(`--${name}`).trim();
    if (CSS.supports('color', value)) return `var(--${name})`;
    return HSL.test(value) ? `hsl(var(--${name}))` : '';
  };
  const [accent, ground, text, line] = findTheme(read);
  const isDark = theme === 'dark';
  const set = (name: string, own: string, value: string | false | undefined): void => {
    if (value) frame.style.setProperty(`--_${name}`, `var(--docs-${own}-color, ${value})`);
    else frame.style.removeProperty(`--_${name}`);
  };
  // The other theme's where the element has one of its own.
  const fits = ground && text && isDark === readLightness(frame, ground) < 0.5;
  const page = isDark && !ground && findGround(frame);
  const surface = fits ? ground : page;
  set('fill', 'accent', accent);
  // What is above something else is lighter in the dark, where shadows are not seen.
  set('surface', 'surface', isDark && surface ? `color-mix(in oklab, ${surface}, white 4%)` : surface);
  set('text', 'text', fits && text);
  set('muted', 'muted', fits && 'color-mix(in srgb, var(--_text) 78%, var(--_surface))');
  set('border', 'border', fits && line);
}

/** Draw an element in these colours from now on. */
export function keepPageColours(host: DressedHost & ReactiveControllerHost): void {
  host.addController({ hostUpdated: () => takePageColours(host) });
}

/** Find the first theme that has an accent: as values, an empty one for each that is no colour. */
function findTheme(read: (name: string) => string): readonly string[] {
  for (const [accent, ...others] of THEMES) {
    const value = read(accent!);
    if (value) return [value, ...others.map(read)];
  }
  return [];
}

/** Find the ground of a dark page, up to the lightness at which our own text can be read on it. */
function findGround(frame: HTMLElement): string | undefined {
  return [document.body, document.documentElement]
    .map((node) => getComputedStyle(node).backgroundColor)
    .find((colour) => readLightness(frame, colour) < 0.2);
}

/** Read the green value of an opaque colour in any notation, which is most of its lightness, from 0 to 1; `NaN` of any other. */
function readLightness(frame: HTMLElement, colour: string): number {
  // The mixture is computed in one notation.
  frame.style.setProperty('background-color', `color-mix(in srgb, ${colour}, ${colour})`);
  const { backgroundColor } = getComputedStyle(frame);
  frame.style.removeProperty('background-color');
  return Number(/^color\(srgb \S+ (\S+) \S+\)$/.exec(backgroundColor)?.[1]);
}
