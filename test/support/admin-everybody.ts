import { expect } from '@open-wc/testing';
import { expectAccessible } from './accessible.ts';
import { AdminHarness } from './admin-harness.ts';
import type { Scene } from './scenes/scene.ts';
import { emulatePreferences, pressKeys, setViewport } from './page-commands.ts';

/** Presses Tab until a part has the focus. */
export async function tabTo(harness: AdminHarness, part: string): Promise<void> {
  const passed: string[] = [];
  do {
    await pressKeys('Tab');
    passed.push(harness.focused);
    if (passed.length > 30) throw new Error(`${part} is not among ${passed.join(' | ')}`);
  } while (harness.focused !== part);
}

/** Boxes whose content is wider than they are. */
function overflowing(harness: AdminHarness): string[] {
  return harness
    .findAll(
      '.card, .header, .list, .detail, .section, .log, .notice, .question, .toolbar, .totals, table, tr, form, .tasks, .task',
    )
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map(({ className, scrollWidth, clientWidth }) => `${className} ${scrollWidth} > ${clientWidth}`);
}

/**
 * Tests each scene for axe, in both themes and directions, without motion and where there is little room.
 *
 * @param hasMotion whether something moves without end in one of the scenes, for those who do not want less of it
 */
export function testForEverybody(
  tag: string,
  scenes: readonly Scene<AdminHarness>[],
  { hasMotion }: { readonly hasMotion: boolean },
): void {
  describe(`<${tag}> for everybody`, () => {
    beforeEach(() => setViewport({ width: 1000, height: 800 }));
    afterEach(async () => {
      AdminHarness.reset();
      await emulatePreferences({ forcedColors: 'none', reducedMotion: 'no-preference' });
    });

    for (const { name, open } of scenes) {
      for (const theme of ['light', 'dark']) {
        it(`has no axe violation: ${name}, ${theme}`, async () => {
          const { element } = await open({ theme });
          await element.updateComplete;
          await expectAccessible(element);
        });
      }

      it(`stands the other way round, and fits, where one reads from right to left: ${name}`, async () => {
        document.documentElement.dir = 'rtl';
        document.documentElement.lang = 'ar';
        const harness = await open({});
        await harness.until(() => harness.find('.docs')!.lang === 'ar');
        expect(overflowing(harness)).to.deep.equal([]);
        const [heading, header] = harness.findAll('h2, .header').map((box) => box.getBoundingClientRect());
        if (heading && header) expect(header.right - heading.right).to.be.lessThan(header.width / 2);
      });
    }

    it('does not move for those who want less motion, in any scene', async () => {
      await emulatePreferences({ reducedMotion: 'reduce' });
      const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const moving = new Set<string>();
      for (const { name, open } of scenes) {
        const { root } = await open({});
        for (const { effect } of root.getAnimations())
          if (effect!.getComputedTiming().iterations === Infinity) moving.add(name);
        AdminHarness.reset();
      }
      expect(moving.size === 0, [...moving].join(', ')).to.equal(isReduced || !hasMotion);
    });

    for (const [what, width, height] of [
      ['320 pixels', 320, 640],
      ['a magnification to 200 %', 640, 400],
    ] as const) {
      it(`fits a window of ${what}, in every scene`, async () => {
        await setViewport({ width, height });
        for (const { name, open } of scenes) {
          const harness = await open({});
          await harness.element.updateComplete;
          expect(overflowing(harness), name).to.deep.equal([]);
          AdminHarness.reset();
        }
      });
    }
  });
}

/** How text looks that a page may have inherited something to. Its size and typeface are those of the page. */
export function lookOf(harness: AdminHarness, selectors: readonly string[]): string[] {
  return selectors.map((selector) => {
    const style = getComputedStyle(harness.find(selector)!);
    const names = [
      'color',
      'fontStyle',
      'fontVariant',
      'fontWeight',
      'letterSpacing',
      'lineHeight',
      'textAlign',
      'textIndent',
      'textShadow',
      'textTransform',
      'whiteSpace',
      'wordSpacing',
    ] as const;
    return `${selector} ${names.map((name) => style[name].replaceAll(/[\d.]+px/g, '')).join(' ')}`;
  });
}

/** Has the page do to its own text, and to elements named like those within, what a page may do. */
export function styleThePage(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    html { font: italic small-caps 700 22px/3 serif; letter-spacing: 3px; text-indent: 40px; text-transform: uppercase; }
    body { text-align: center; white-space: pre; word-spacing: 9px; text-shadow: 0 0 9px red; }
    * { color: red; border: 9px solid red; }
    button, input, ul, h2, .card, .state { background: red; padding: 50px; }`);
  document.adoptedStyleSheets = [sheet];
}
