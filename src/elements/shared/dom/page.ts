/**
 * Call back with whether the page is dark: at once, and again whenever that or the page's language may have changed.
 *
 * @param signal stops it
 */
export function watchPage(tell: (isDark: boolean) => void, signal: AbortSignal): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const nodes = [document.body, document.documentElement];
  const read = (): void => tell(isDark(nodes) ?? system.matches);
  const observer = new MutationObserver(read);
  for (const node of nodes) observer.observe(node, { attributes: true });
  system.addEventListener('change', read, { signal });
  signal.onabort = () => observer.disconnect();
  read();
}

/** Read the theme that a documentation site marks on `body` or `html`. `undefined`: the page has no mark. */
function isDark(nodes: readonly HTMLElement[]): boolean | undefined {
  const marks = nodes.flatMap((node) =>
    [...node.attributes].map(({ name, value }) => /class|theme|scheme/.test(name) && value),
  );
  // The scheme is inherited. One that allows both decides nothing.
  marks.push(getComputedStyle(document.body).colorScheme.replace(/.* .*/, ''));
  const mark = / (dark|slate|night|(light|default|day)) /i.exec(` ${marks.join('  ')} `);
  if (mark) return !mark[2];
  // A page without marks, perhaps because it has one theme, still has a background; green is most of its lightness.
  for (const node of nodes) {
    const ground = /^rgb\(\d+, (\d+)/.exec(getComputedStyle(node).backgroundColor);
    if (ground) return Number(ground[1]) < 128;
  }
  return undefined;
}
