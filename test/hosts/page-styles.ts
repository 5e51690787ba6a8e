/** Computed styles of the page's own elements, by selector and property. Runs in the page. */
export function readPageStyles(): Record<string, Record<string, string>> {
  const text = ':is(main, [role=main])';
  const inText = ['h1', 'p', 'a', 'code', 'pre'].map((name) => `${text} ${name}`);
  const selectors = ['html', 'body', 'header', 'nav a', text, ...inText];
  // The header is as high as the search in it, and the search of the theme brings custom properties.
  const ignored = /^(?:--.*|block-size|inline-size|height|width|perspective-origin|transform-origin)$/;
  // Automatic margins take what the search in their row leaves, as that of the logo in Nextra.
  const besideSearch = /^margin-(?:inline-end|right)$/;
  const styles: Record<string, Record<string, string>> = {};
  for (const selector of selectors) {
    const element = document.querySelector(selector);
    if (!element) continue;
    const computed = getComputedStyle(element);
    styles[selector] = Object.fromEntries(
      [...computed]
        .filter((name) => !ignored.test(name) && !(selector === 'nav a' && besideSearch.test(name)))
        .map((name) => [name, computed.getPropertyValue(name)]),
    );
  }
  return styles;
}

/** What a page could pass on into the elements by inheritance, as it is in the chat and the search. Runs in the page. */
export function readElementStyles(): Record<string, string>[] {
  const places = [
    ['docs-assistant', '[part~=close]'],
    ['docs-assistant', '[part~=input]'],
    ['docs-assistant', '[part~=message-assistant]'],
    ['docs-search', '[part~=trigger], [part~=input]'],
  ] as const;
  const names = [
    'letter-spacing',
    'word-spacing',
    'text-transform',
    'text-indent',
    'font-style',
    'text-shadow',
    'visibility',
  ];
  return places.map(([host, selector]) => {
    const part = document.querySelector(host)!.shadowRoot!.querySelector(selector)!;
    const computed = getComputedStyle(part);
    return Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name)]));
  });
}

/** Sizes of text in pixels: in the page, and that of an answer. Runs in the page. */
export function readTextSizes(): { page: number; answer: number } {
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const answer = document
    .querySelector('docs-assistant')!
    .shadowRoot!.querySelector('[part~=message-assistant]')!;
  const sizes = [...answer.querySelectorAll('p')].map(sizeOf);
  return { page: sizeOf(document.querySelector(':is(main, [role=main]) p')!), answer: Math.max(...sizes) };
}

/** Whether the open chat is dark. Runs in the page. */
export function isChatDark(): boolean {
  const panel = document.querySelector('docs-assistant')!.shadowRoot!.querySelector('[part~=panel]')!;
  const channels = getComputedStyle(panel)
    .backgroundColor.match(/[\d.]+/g)!
    .slice(0, 3)
    .map(Number);
  return Math.max(...channels) < 128;
}
