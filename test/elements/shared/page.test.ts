import '../../../src/search.ts';
import { expect } from '@open-wc/testing';
import { AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { emulatePreferences } from '../../support/page-commands.ts';

/** How documentation sites say that they are dark, and light. */
const SWITCHES: readonly [site: string, set: (dark: boolean) => void][] = [
  [
    'data-theme on html',
    (dark) => document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light'),
  ],
  ['data-theme on body', (dark) => document.body.setAttribute('data-theme', dark ? 'dark' : 'light')],
  [
    'Material for MkDocs',
    (dark) => document.body.setAttribute('data-md-color-scheme', dark ? 'slate' : 'default'),
  ],
  ['Bootstrap', (dark) => document.documentElement.setAttribute('data-bs-theme', dark ? 'dark' : 'light')],
  ['a class', (dark) => document.documentElement.setAttribute('class', dark ? 'no-js dark' : 'no-js light')],
  [
    'color-scheme',
    (dark) => document.documentElement.style.setProperty('color-scheme', dark ? 'dark' : 'light'),
  ],
  [
    'color-scheme against the scheme of the browser',
    (dark) => document.documentElement.style.setProperty('color-scheme', dark ? 'only dark' : 'only light'),
  ],
  [
    'a class with "mode" (chat-29)',
    (dark) => document.body.setAttribute('class', dark ? 'dark-mode' : 'light-mode'),
  ],
  ['a class that goes', (dark) => document.body.setAttribute('class', dark ? 'theme-dark' : 'theme-light')],
  [
    'a class "is-dark"',
    (dark) => document.documentElement.setAttribute('class', dark ? 'is-dark' : 'is-light'),
  ],
  ['data-mode', (dark) => document.documentElement.setAttribute('data-mode', dark ? 'dark' : 'light')],
  [
    'data-color-mode, beside the names of both themes',
    (dark) => {
      document.documentElement.setAttribute('data-light-theme', 'light');
      document.documentElement.setAttribute('data-dark-theme', 'dark');
      document.documentElement.setAttribute('data-color-mode', dark ? 'dark' : 'light');
    },
  ],
  ['a class of a wrapper', (dark) => void (wrapper().className = dark ? 'test dark' : 'test light')],
  [
    'data-theme of a wrapper in a wrapper',
    (dark) => wrapper().firstElementChild!.setAttribute('data-theme', dark ? 'dark' : 'light'),
  ],
  [
    'the ground alone',
    (dark) =>
      document.body.style.setProperty('background-color', dark ? 'rgb(16, 18, 22)' : 'rgb(255, 255, 255)'),
  ],
];

/** What the page of a framework is in. */
function wrapper(): HTMLElement {
  let found = document.querySelector<HTMLElement>('body > #app');
  if (!found) {
    found = Object.assign(document.createElement('div'), { id: 'app', className: 'test' });
    found.append(document.createElement('div'));
    document.body.prepend(found);
  }
  return found;
}

/** Colours that are written otherwise once they are computed: dark, and light. */
const GROUNDS: readonly [dark: string, light: string][] = [
  ['oklch(0.2 0.02 260)', 'oklch(0.97 0.01 260)'],
  ['oklab(0.2 0 0)', 'oklab(0.97 0 0)'],
  ['lab(10 0 0)', 'lab(97 0 0)'],
  ['lch(10 2 260)', 'lch(97 1 260)'],
  ['color(srgb 0.1 0.1 0.12)', 'color(srgb 1 0.98 0.98)'],
];

/** Font sizes of pages, and the size of text in an element there. */
const SIZES: readonly [page: string, sizes: { root: string; body: string; around?: string }, size: number][] =
  [
    ['a plain page', { root: '100%', body: '1rem' }, 15],
    ['a larger root and larger text', { root: '125%', body: '1rem' }, 18.75],
    // Its text is 0.8rem, 16 px: the element is not in it, but in a body with text of 10 px.
    ['Material for MkDocs', { root: '125%', body: '0.5rem' }, 15],
    ['Material for MkDocs on a wide screen', { root: '150%', body: '0.5rem' }, 18],
    ['a reader who wants all text twice as large', { root: '200%', body: '1rem' }, 30],
    ['a root of 10 px', { root: '62.5%', body: '1.6rem' }, 15],
    ['a large heading', { root: '100%', body: '1rem', around: '3rem' }, 15],
  ];

/** Stands in for the system's own choice, which not every browser lets a test change. */
const system = new (class extends EventTarget {
  readonly #real = window.matchMedia;
  matches = false;

  replace(): void {
    window.matchMedia = (query) =>
      query === '(prefers-color-scheme: dark)'
        ? (this as unknown as MediaQueryList)
        : this.#real.call(window, query);
  }

  setDark(dark: boolean): void {
    this.matches = dark;
    this.dispatchEvent(new Event('change'));
  }

  reset(): void {
    this.matches = false;
    window.matchMedia = this.#real;
  }
})();

describe('An element in its page', () => {
  beforeEach(() => system.replace());
  afterEach(() => {
    AssistantHarness.reset();
    for (const node of [document.documentElement, document.body]) {
      for (const name of node.getAttributeNames()) if (name !== 'lang') node.removeAttribute(name);
    }
    system.reset();
  });

  for (const [site, set] of SWITCHES) {
    it(`is as dark as the page: ${site}, live and against the system`, async () => {
      set(true);
      const assistant = await AssistantHarness.open();
      expect(theme(assistant)).to.equal('dark');
      system.setDark(true);
      set(false);
      await assistant.until(() => theme(assistant) === 'light');
      set(true);
      await assistant.until(() => theme(assistant) === 'dark');
    });
  }

  it('is light where the page says nothing, and as dark as the system where the page allows both', async () => {
    system.setDark(true);
    const assistant = await AssistantHarness.open();
    expect(theme(assistant)).to.equal('light');
    document.documentElement.style.setProperty('color-scheme', 'light dark');
    await assistant.until(() => theme(assistant) === 'dark');
    system.setDark(false);
    await assistant.until(() => theme(assistant) === 'light');
  });

  it('is as dark as the system where the head of the page allows both', async () => {
    const meta = Object.assign(document.createElement('meta'), {
      name: 'color-scheme',
      content: 'dark light',
    });
    document.head.append(meta);
    try {
      system.setDark(true);
      const assistant = await AssistantHarness.open();
      expect(theme(assistant)).to.equal('dark');
    } finally {
      meta.remove();
    }
  });

  it('is as dark as the ground that the browser draws, for a reader who prefers dark', async () => {
    system.reset();
    // Only Chromium can be told; elsewhere both are light.
    await emulatePreferences({ colorScheme: 'dark' });
    try {
      const assistant = await AssistantHarness.open();
      const canvas = (): string => {
        const probe = Object.assign(document.createElement('div'), { className: 'test' });
        probe.style.backgroundColor = 'Canvas';
        document.body.append(probe);
        const { backgroundColor } = getComputedStyle(probe);
        probe.remove();
        return backgroundColor === 'rgb(255, 255, 255)' ? 'light' : 'dark';
      };
      expect([theme(assistant), canvas()]).to.deep.equal(['light', 'light']);
      document.documentElement.style.setProperty('color-scheme', 'light dark');
      const expected = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
      await assistant.until(() => theme(assistant) === expected);
      expect(canvas()).to.equal(expected);
    } finally {
      await emulatePreferences({});
    }
  });

  for (const [dark, light] of GROUNDS) {
    it(`is as dark as a ground of ${dark}`, async () => {
      document.body.style.backgroundColor = dark;
      const assistant = await AssistantHarness.open();
      expect(theme(assistant)).to.equal('dark');
      system.setDark(true);
      document.body.style.backgroundColor = light;
      await assistant.until(() => theme(assistant) === 'light');
    });
  }

  for (const [what, set] of [
    ['is switched off', (link: HTMLLinkElement, dark: boolean) => void (link.disabled = !dark)],
    [
      'has another medium',
      (link: HTMLLinkElement, dark: boolean) => void (link.media = dark ? 'all' : 'not all'),
    ],
    [
      'is taken away',
      (link: HTMLLinkElement, dark: boolean) => (dark ? document.head.append(link) : link.remove()),
    ],
  ] as const)
    it(`is as dark as a page with a style sheet that ${what}`, async () => {
      const href = '/test/support/dark-page.css';
      const link = Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href,
        className: 'test',
      });
      const assistant = await AssistantHarness.open();
      document.head.append(link);
      await assistant.until(() => theme(assistant) === 'dark');
      set(link, false);
      await assistant.until(() => theme(assistant) === 'light');
      set(link, true);
      await assistant.until(() => theme(assistant) === 'dark');
    });

  it('is as dark as a ground once its transition has ended (chat-29)', async () => {
    document.body.style.backgroundColor = 'rgb(255, 255, 255)';
    const assistant = await AssistantHarness.open();
    document.body.style.transition = 'background-color 0.1s';
    await drawn();
    document.body.style.backgroundColor = 'rgb(16, 18, 22)';
    await assistant.until(() => theme(assistant) === 'dark');
    document.body.style.backgroundColor = 'rgb(255, 255, 255)';
    await assistant.until(() => theme(assistant) === 'light');
  });

  it('takes no other word of a class for a theme', async () => {
    document.documentElement.className = 'darkroom not-dark dark-mode-off';
    const assistant = await AssistantHarness.open();
    expect(theme(assistant)).to.equal('light');
  });

  it('has the theme that it is given', async () => {
    const assistant = await AssistantHarness.open({ attributes: { theme: 'dark' } });
    expect(theme(assistant)).to.equal('dark');
    assistant.element.theme = 'auto';
    await assistant.element.updateComplete;
    expect(theme(assistant)).to.equal('light');
  });

  for (const [page, { root, body, around }, size] of SIZES) {
    it(`has text of a size that fits ${page}`, async () => {
      document.documentElement.style.fontSize = root;
      document.body.style.fontSize = body;
      const assistant = await AssistantHarness.open();
      if (around) assistant.element.style.fontSize = around;
      expect(parseFloat(getComputedStyle(assistant.find('.docs')!).fontSize)).to.be.closeTo(size, 0.1);
    });
  }

  it('speaks the language of its nearest ancestor that has one', async () => {
    const around = document.createElement('div');
    around.className = 'test';
    around.lang = 'de';
    document.body.append(around);
    const assistant = await AssistantHarness.show({
      prepare: (element) => queueMicrotask(() => around.append(element)),
    });
    await assistant.until(() => assistant.text('[part=launcher]') === 'KI fragen');
    around.lang = 'en';
    await assistant.until(() => assistant.text('[part=heading]') === 'Ask the docs');
    expect(assistant.text('[part=launcher]')).to.equal('Ask AI');
  });

  it('dispatches nothing after it was removed', async () => {
    const assistant = await AssistantHarness.open();
    assistant.element.remove();
    press('i', { ctrlKey: true });
    document.documentElement.setAttribute('data-theme', 'dark');
    await assistant.element.updateComplete;
    expect(assistant.element.open).to.equal(false);
    expect(theme(assistant)).to.equal('light');
  });
});

describe('A shortcut', () => {
  afterEach(() => AssistantHarness.reset());

  it('opens the element, and is then not for the page or the browser', async () => {
    const assistant = await AssistantHarness.open();
    expect(press('i', { ctrlKey: true })).to.equal(true);
    expect(assistant.element.open).to.equal(true);
  });

  it('is pressed with these keys and no others', async () => {
    const assistant = await AssistantHarness.open({ attributes: { shortcut: 'mod+i shift+alt+a ?' } });
    const opens = (key: string, init: KeyboardEventInit = {}): boolean => {
      press(key, init);
      const { open } = assistant.element;
      assistant.element.open = false;
      return open;
    };
    expect(opens('i')).to.equal(false);
    expect(opens('i', { ctrlKey: true, shiftKey: true })).to.equal(false);
    expect(opens('I', { ctrlKey: true })).to.equal(true);
    expect(opens('A', { altKey: true, shiftKey: true })).to.equal(true);
    expect(opens('?', { shiftKey: true })).to.equal(true);
    expect(opens('ш', { ctrlKey: true, code: 'KeyI' })).to.equal(true);
    expect(opens('i', { ctrlKey: true, repeat: true })).to.equal(false);
  });

  it('is ignored while the visitor types, also inside other shadow roots', async () => {
    const assistant = await AssistantHarness.open();
    const other = document.createElement('div');
    other.className = 'test';
    const field = document.createElement('input');
    const editable = document.createElement('p');
    editable.contentEditable = 'true';
    other.attachShadow({ mode: 'open' }).append(field, editable);
    document.body.append(other);
    press('i', { ctrlKey: true }, field);
    press('i', { ctrlKey: true }, editable);
    expect(assistant.element.open).to.equal(false);
  });

  it('is ignored in elements with the role of a field, and in custom elements with a closed shadow root', async () => {
    const assistant = await AssistantHarness.open();
    const textbox = Object.assign(document.createElement('div'), { className: 'test', role: 'textbox' });
    const hidden = Object.assign(document.createElement('some-editor'), { className: 'test' });
    // oxlint-disable-next-line wc/no-closed-shadow-root -- what pages have
    hidden.attachShadow({ mode: 'closed' }).append(document.createElement('input'));
    const plain = Object.assign(document.createElement('div'), { className: 'test', role: 'button' });
    document.body.append(textbox, hidden, plain);
    press('i', { ctrlKey: true }, textbox);
    press('i', { ctrlKey: true }, hidden);
    expect(assistant.element.open).to.equal(false);
    press('i', { ctrlKey: true }, plain);
    expect(assistant.element.open).to.equal(true);
  });

  it('is no event without a key, as of a browser that fills in a field (chat-27)', async () => {
    const assistant = await AssistantHarness.show({ attributes: { shortcut: 'mod+i' } });
    const search = document.createElement('docs-search');
    const field = document.createElement('input');
    for (const element of [search, field]) element.className = 'test';
    document.body.append(search, field);
    await search.updateComplete;
    const errors: string[] = [];
    const note = ({ message }: ErrorEvent): void => void errors.push(message);
    window.addEventListener('error', note);
    for (const target of [
      field,
      assistant.input,
      search.shadowRoot!.querySelector('input')!,
      assistant.find('[part=close]')!,
    ])
      for (const type of ['keydown', 'keypress', 'keyup'])
        target.dispatchEvent(new Event(type, { bubbles: true, composed: true, cancelable: true }));
    search.variant = 'dialog';
    search.open = true;
    await search.updateComplete;
    search.shadowRoot!.querySelector('[part=trigger]')!.dispatchEvent(new Event('keydown'));
    window.removeEventListener('error', note);
    expect(errors).to.deep.equal([]);
  });

  it('can be switched off, and is left to the page where that took it first', async () => {
    const assistant = await AssistantHarness.open({ attributes: { shortcut: 'none' } });
    expect(press('i', { ctrlKey: true })).to.equal(false);
    assistant.element.shortcut = 'mod+i';
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    press('i', { ctrlKey: true });
    expect(assistant.element.open).to.equal(false);
  });
});

function theme(assistant: AssistantHarness): string | undefined {
  return assistant.find('.docs')?.dataset.theme;
}

/** @returns whether the key was taken */
function press(key: string, init: KeyboardEventInit, target: EventTarget = document.body): boolean {
  const options = { key, bubbles: true, composed: true, cancelable: true, ...init };
  return !target.dispatchEvent(new KeyboardEvent('keydown', options));
}
