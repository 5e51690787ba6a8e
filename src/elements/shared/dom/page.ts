/** Language that the page is written in, as far as it has been seen. */
let written = '';

/** Return the language that the page is written in: where Chrome shows a translation, `lang` is the language of that. */
export function readPageLanguage(): string {
  const { lang, className } = document.documentElement;
  if (!/\btranslated-[lr]t/.test(className)) written = lang;
  return written;
}

/**
 * Call back with whether the page is dark: at once, and again whenever that or the page's language may have changed.
 *
 * @param signal stops it
 */
export function watchPage(tell: (isDark: boolean) => void, signal: AbortSignal): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let nodes: readonly HTMLElement[] = [];
  const observer = new MutationObserver(() => read());
  const read = (): void => {
    readPageLanguage();
    const { body, documentElement } = document;
    nodes = [body, documentElement, ...document.querySelectorAll<HTMLElement>(WRAPPERS)];
    for (const node of nodes) observer.observe(node, { attributes: true, childList: node === body });
    tell(isDark(nodes, system.matches));
  };
  // Where a switch is a style sheet.
  observer.observe(document.head, { attributes: true, childList: true, subtree: true, characterData: true });
  system.addEventListener('change', read, { signal });
  // The ground is that of before until its transition ends, and a style sheet is in force once it is loaded.
  const handle = ({ target }: Event): void => {
    if (nodes.includes(target as HTMLElement) || (target as Element).localName === 'link') read();
  };
  for (const type of ['transitionend', 'load'])
    document.addEventListener(type, handle, { signal, capture: true });
  signal.onabort = () => observer.disconnect();
  read();
}

/** What frameworks put a whole page into: it may have the mark instead. */
const WRAPPERS = ':is(body, body > div:first-of-type) > div:first-of-type';
/** Attributes that name the theme of a page; not those that name which one is its dark one, as GitHub's `data-dark-theme`. */
const NAMES = /^(?!.*(dark|light)-)(.*(class|theme|scheme|color-?mode)|(data-)?mode$)/;
/** Words that mark a theme: alone, or as the name of a mode or theme. */
const MARK = /\s((is|theme|mode)-+)?(dark|slate|night|(light|default|day))([-_]?(mode|theme))?\s/i;

/** Green value of a colour as it is computed, or lightness where there is none; and what tells its scale. */
const GROUND = /^(?:(rgb\()\d+, |(l..\()|okl..\(|color\(\S+ \S+ )([\d.]+)/;

/**
 * Read the theme that a documentation site marks on `body` or `html`, or how dark the ground of a page without a mark is.
 *
 * @param isSystemDark decides where the page allows both
 */
function isDark(nodes: readonly HTMLElement[], isSystemDark: boolean): boolean {
  const marks = nodes.flatMap((node) =>
    [...node.attributes].map(({ name, value }) => NAMES.test(name) && value),
  );
  // The scheme is inherited. Where no style sheet sets one, it is that of the page as a whole.
  const { colorScheme } = getComputedStyle(document.body);
  const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]');
  const scheme = colorScheme.replace('normal', meta?.content ?? '');
  // One that allows both decides nothing.
  const allowsBoth = /dark/.test(scheme) && /light/.test(scheme);
  if (!allowsBoth) marks.push(scheme);
  const mark = MARK.exec(` ${marks.join(' ')} `);
  if (mark) return !mark[4];
  // A page without marks, perhaps because it has one theme, still has a background; green is most of its lightness.
  for (const node of nodes) {
    const ground = GROUND.exec(getComputedStyle(node).backgroundColor);
    if (ground) return Number(ground[3]) < (ground[1] ? 128 : ground[2] ? 50 : 0.5);
  }
  // Without a background, the page has that of the browser, which is light in a page that knows of no other scheme.
  return allowsBoth && isSystemDark;
}
