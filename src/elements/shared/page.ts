/**
 * Tells whether the page is dark, at once and again whenever that, or the page's language, may have changed.
 *
 * @param signal ends it
 */
export function watchPage(tell: (isDark: boolean) => void, signal: AbortSignal): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const read = (): void => tell(isPageDark() ?? system.matches);
  const observer = new MutationObserver(read);
  for (const node of pageNodes()) observer.observe(node, { attributes: true });
  system.addEventListener('change', read, { signal });
  signal.onabort = () => observer.disconnect();
  read();
}

/** By the page's own switch, as documentation sites mark it on `body` or `html`. `undefined`: the page says nothing. */
function isPageDark(): boolean | undefined {
  const marks = pageNodes().flatMap((node) =>
    [...node.attributes].filter(({ name }) => /class|theme|scheme/.test(name)).map(({ value }) => value),
  );
  // The scheme is inherited. One that allows both says nothing.
  marks.push(getComputedStyle(document.body).colorScheme.replace(/.* .*/, ''));
  const mark = / (dark|slate|night|(light|default|day)) /i.exec(` ${marks.join('  ')} `);
  if (mark) return !mark[2];
  // A page that says nothing, perhaps because it has no other theme, still has a ground.
  for (const node of pageNodes()) {
    const [, red, green, blue] =
      /^rgb\((\d+), (\d+), (\d+)/.exec(getComputedStyle(node).backgroundColor) ?? [];
    if (red) return Number(red) + Number(green) + Number(blue) < 3 * 128;
  }
  return undefined;
}

function pageNodes(): HTMLElement[] {
  return [document.body, document.documentElement];
}
