import { expect } from '@open-wc/testing';
import { answer, AssistantHarness, drawn } from '../../support/assistant-harness.ts';
import { SOURCES } from '../../support/scenes/assistant-scenes.ts';

/** What a theme has on its root, as its own style sheet writes it: in the light, and in the dark. */
interface Theme {
  readonly name: string;
  readonly light: Readonly<Record<string, string>>;
  readonly dark: Readonly<Record<string, string>>;
  /** What the panel has of it in the light: the ground of buttons, of the panel, and its text. */
  readonly wants: readonly [fill: string, ground: string, text: string];
}

const THEMES: readonly Theme[] = [
  {
    name: 'VitePress',
    light: {
      'vp-c-brand-1': '#3451b2',
      'vp-c-bg': '#ffffff',
      'vp-c-text-1': '#3c3c43',
      'vp-c-divider': '#e2e2e3',
    },
    dark: {
      'vp-c-brand-1': '#a8b1ff',
      'vp-c-bg': '#1b1b1f',
      'vp-c-text-1': '#dfdfd6',
      'vp-c-divider': '#2e2e32',
    },
    wants: ['#3451b2', '#ffffff', '#3c3c43'],
  },
  {
    name: 'Docusaurus',
    light: {
      'ifm-color-primary': '#2e8555',
      'ifm-background-surface-color': '#fff',
      'ifm-font-color-base': '#1c1e21',
      'ifm-toc-border-color': '#dadde1',
    },
    dark: {
      'ifm-color-primary': '#25c2a0',
      'ifm-background-surface-color': '#242526',
      'ifm-font-color-base': '#e3e3e3',
      'ifm-toc-border-color': '#444950',
    },
    wants: ['#2e8555', '#ffffff', '#1c1e21'],
  },
  {
    name: 'Starlight',
    light: {
      'sl-color-text-accent': 'hsl(234, 90%, 60%)',
      'sl-color-bg': 'hsl(0, 0%, 100%)',
      'sl-color-text': 'hsl(224, 10%, 23%)',
      'sl-color-hairline': 'hsl(224, 6%, 77%)',
    },
    dark: {
      'sl-color-text-accent': 'hsl(224, 100%, 85%)',
      'sl-color-bg': 'hsl(224, 10%, 10%)',
      'sl-color-text': 'hsl(224, 6%, 77%)',
      'sl-color-hairline': 'hsl(224, 10%, 23%)',
    },
    wants: ['hsl(234 90% 60%)', '#ffffff', 'hsl(224 10% 23%)'],
  },
  {
    name: 'Material for MkDocs',
    light: {
      'md-typeset-a-color': '#4051b5',
      'md-default-bg-color': '#fff',
      'md-default-fg-color': '#000000de',
      'md-default-fg-color--lightest': '#00000012',
    },
    dark: {
      'md-typeset-a-color': '#5e8bde',
      'md-default-bg-color': 'hsla(225, 15%, 14%, 1)',
      'md-default-fg-color': 'hsla(225, 15%, 90%, 0.82)',
      'md-default-fg-color--lightest': 'hsla(225, 15%, 90%, 0.12)',
    },
    wants: ['#4051b5', '#ffffff', '#000000de'],
  },
  {
    name: 'Bootstrap',
    light: {
      'bs-primary': '#0d6efd',
      'bs-primary-rgb': '13, 110, 253',
      'bs-body-bg': '#fff',
      'bs-body-color': '#212529',
      'bs-border-color': '#dee2e6',
    },
    dark: {
      'bs-primary': '#0d6efd',
      'bs-body-bg': '#212529',
      'bs-body-color': '#dee2e6',
      'bs-border-color': '#495057',
    },
    wants: ['#0d6efd', '#ffffff', '#212529'],
  },
  {
    name: 'shadcn before Tailwind 4',
    light: {
      primary: '346.8 77.2% 49.8%',
      background: '0 0% 100%',
      foreground: '240 10% 3.9%',
      border: '240 5.9% 90%',
    },
    dark: {
      primary: '346.8 77.2% 49.8%',
      background: '20 14.3% 4.1%',
      foreground: '0 0% 95%',
      border: '240 3.7% 15.9%',
    },
    wants: ['hsl(346.8 77.2% 49.8%)', '#ffffff', 'hsl(240 10% 3.9%)'],
  },
];

const root = document.documentElement;
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** The last colour as it is seen, painted over the others, from 0 to 255. */
function paint(...colours: string[]): number[] {
  for (const colour of colours) {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of WCAG. @param grounds from the lowest one up */
function contrast(text: string, ...grounds: string[]): number {
  const [lower, higher] = [luminance(paint(...grounds)), luminance(paint(...grounds, text))].toSorted(
    (a, b) => a - b,
  ) as [number, number];
  return (higher + 0.05) / (lower + 0.05);
}

function styleOf(assistant: AssistantHarness, selector: string): CSSStyleDeclaration {
  return getComputedStyle(assistant.find(selector)!);
}

function setTheme(theme: Readonly<Record<string, string>>, name: 'light' | 'dark'): void {
  root.dataset['theme'] = name;
  for (const [token, value] of Object.entries(theme)) root.style.setProperty(`--${token}`, value);
}

/** An answer with links, code, citations and sources, in the colours that the page has. */
async function showAnswer(attributes: Readonly<Record<string, string>> = {}): Promise<AssistantHarness> {
  const assistant = await AssistantHarness.answered({
    attributes,
    replies: [answer('See [the proxy](/proxy): it is one line [1].', { sources: SOURCES })],
  });
  await assistant.until(() => assistant.find('.source') !== null);
  await drawn();
  return assistant;
}

/** Numbers that are random, and the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('colours of the page', () => {
  afterEach(() => AssistantHarness.reset());

  for (const { name, light, dark, wants } of THEMES) {
    it(`are taken from ${name}, and again when it becomes dark`, async () => {
      setTheme(light, 'light');
      const assistant = await showAnswer();
      await assistant.type('More');
      const seen = (): number[][] => [
        paint(styleOf(assistant, '.send').backgroundColor),
        paint(styleOf(assistant, '.panel').backgroundColor),
        paint(styleOf(assistant, '.panel').backgroundColor, styleOf(assistant, '.panel').color),
      ];
      const [fill, ground, text] = wants;
      expect(seen()).to.deep.equal([paint(fill), paint(ground), paint(ground, text)]);

      setTheme(dark, 'dark');
      await assistant.until(() => luminance(seen()[1]!) < 0.2);
      await drawn();
      const own = getComputedStyle(root).getPropertyValue(
        `--${Object.keys(dark).find((key) => /bg|background/.test(key))}`,
      );
      const page = paint(/^[\d.]+ /.test(own) ? `hsl(${own})` : own);
      expect(luminance(seen()[1]!), 'the panel is above the page').to.be.greaterThan(luminance(page));
      const lifts = seen()[1]!.map((value, index) => value - page[index]!);
      expect(Math.max(...lifts) - Math.min(...lifts), 'and has its hue').to.be.below(4);
      const { backgroundColor, color } = styleOf(assistant, '.panel');
      expect(contrast(color, backgroundColor)).to.be.at.least(7);
      expect(contrast(styleOf(assistant, '.note, .footer').color, backgroundColor)).to.be.at.least(4.5);
      expect(contrast(styleOf(assistant, '.prose a').color, backgroundColor)).to.be.at.least(4.5);
    });
  }

  it('are not those of the page in a theme of the element’s own: its accent is', async () => {
    setTheme(THEMES[0]!.light, 'light');
    const assistant = await showAnswer({ theme: 'dark' });
    const { backgroundColor, color } = styleOf(assistant, '.panel');
    expect(paint(backgroundColor)).to.deep.equal(paint('#17191e'));
    expect(contrast(color, backgroundColor)).to.be.at.least(7);
    expect(contrast(styleOf(assistant, '.prose a').color, backgroundColor)).to.be.at.least(4.5);
  });

  it('are taken only where a value is a colour', async () => {
    setTheme({ primary: '13, 110, 253', 'color-primary': '13 110 253', background: 'url(x)' }, 'light');
    const assistant = await showAnswer();
    expect(paint(styleOf(assistant, '.prose a').color)).to.deep.equal(paint('#3a50c0'));
    expect(paint(styleOf(assistant, '.panel').backgroundColor)).to.deep.equal(paint('#fff'));
  });

  it('give way to those that the page sets for the elements', async () => {
    setTheme(
      { ...THEMES[0]!.light, 'docs-accent-color': '#7a0b75', 'docs-surface-color': '#fffbe6' },
      'light',
    );
    const assistant = await showAnswer();
    await assistant.type('More');
    expect(paint(styleOf(assistant, '.send').backgroundColor)).to.deep.equal(paint('#7a0b75'));
    expect(paint(styleOf(assistant, '.panel').backgroundColor)).to.deep.equal(paint('#fffbe6'));
  });

  it('lift the panel above the ground of a dark page without a theme that is known', async () => {
    root.style.setProperty('background', '#1e1e2e');
    root.dataset['theme'] = 'dark';
    const assistant = await showAnswer();
    expect(luminance(paint(styleOf(assistant, '.panel').backgroundColor))).to.be.greaterThan(
      luminance(paint('#1e1e2e')),
    );
  });

  it('are legible whatever the accent is: ten random ones, light and dark', async () => {
    const seed = 20261129;
    const random = createRandom(seed);
    const accents = Array.from(
      { length: 10 },
      () =>
        `#${Math.floor(random() * 2 ** 24)
          .toString(16)
          .padStart(6, '0')}`,
    );
    const assistant = await showAnswer();
    await assistant.type('More');
    const lines: string[] = [];
    const all: number[] = [];
    for (const theme of ['light', 'dark']) {
      assistant.element.setAttribute('theme', theme);
      // The lightest and the most colourful ones of usual palettes, too.
      for (const accent of [...accents, '#fde047', '#38bdf8', '#00ff00', '#ffff00', '#000', '#fff']) {
        assistant.element.style.setProperty('--docs-accent-color', accent);
        await drawn();
        const panel = styleOf(assistant, '.panel').backgroundColor;
        const { color, backgroundColor } = styleOf(assistant, '.send');
        const found = [
          contrast(styleOf(assistant, '.prose a:not(.mark)').color, panel),
          contrast(
            styleOf(assistant, '.prose a.mark').color,
            panel,
            styleOf(assistant, '.prose a.mark').backgroundColor,
          ),
          contrast(color, backgroundColor),
        ];
        all.push(...found);
        const before = contrast(accent, panel).toFixed(2);
        lines.push(`${theme} ${accent}: ${before} → ${found.map((value) => value.toFixed(2)).join(', ')}`);
      }
    }
    console.log(`seed ${seed}; as text before → link, citation, text on a button\n${lines.join('\n')}`);
    expect(Math.min(...all), lines.join('\n')).to.be.at.least(4.5);
  });
});
