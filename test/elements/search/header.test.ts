import { expect } from '@open-wc/testing';
import type { DocsSearch } from '../../../src/search.ts';
import '../../../src/search.ts';
import { setViewport } from '../../support/page-commands.ts';

/** Headers, as generators build them; each has a title of some 130 px, and a button behind the search. */
const HEADERS: Record<string, (search: Element) => Element> = {
  'a flex row': (search) => row('display: flex', title('flex: 1; min-width: 0'), search, button()),
  'a flex row whose title shrinks to nothing': (search) =>
    row('display: flex', title('flex-grow: 1; width: 0; min-width: 0'), search, button()),
  'the menu bar of a book': (search) =>
    row(
      'display: flex; flex-wrap: wrap',
      title('flex: 1; overflow: hidden; text-overflow: ellipsis'),
      row('display: block; margin: 0 15px; line-height: 50px', search),
      button(),
    ),
  'a wrapper in a flex row': (search) =>
    row('display: flex', title('overflow: hidden'), row('display: flex', search), button()),
  'a block in a flex row': (search) =>
    row('display: flex', title('overflow: hidden'), row('display: block', search), button()),
  'a wrapper in a grid': (search) =>
    row(
      'display: grid; grid-template-columns: minmax(0, 1fr) auto auto',
      title('overflow: hidden'),
      row('display: flex', search),
      button(),
    ),
};

function row(style: string, ...children: Element[]): HTMLElement {
  const made = document.createElement('div');
  made.style.cssText = style;
  made.append(...children);
  return made;
}

function title(style: string): HTMLElement {
  const made = row(`white-space: nowrap; ${style}`);
  made.className = 'title';
  made.textContent = 'Manual of the kiln';
  return made;
}

function button(): HTMLElement {
  const made = row('flex: none; width: 40px; height: 40px');
  made.className = 'menu';
  return made;
}

async function show(build: (search: Element) => Element, variant = 'dialog'): Promise<DocsSearch> {
  const search = document.createElement('docs-search');
  search.setAttribute('variant', variant);
  search.setAttribute('endpoint', '/docs-api');
  search.setAttribute('domain', 'docs');
  const header = document.createElement('header');
  header.append(build(search));
  document.body.replaceChildren(header);
  document.body.style.margin = '0';
  await search.updateComplete;
  return search;
}

const widthOf = (element: Element) => element.getBoundingClientRect().width;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

describe('<docs-search> in a header', () => {
  afterEach(async () => {
    document.body.replaceChildren();
    await setViewport({ width: 800, height: 600 });
  });

  for (const [name, build] of Object.entries(HEADERS)) {
    it(`is an icon on a phone, and leaves the title and the menu their room: ${name}`, async () => {
      for (const width of [320, 360, 390, 430]) {
        await setViewport({ width, height: 700 });
        const search = await show(build);
        const heading = document.querySelector('.title')!;
        expect(widthOf(search), `at ${width}`).to.equal(40);
        expect(heading.scrollWidth, `title at ${width}`).to.be.at.most(heading.clientWidth);
        // WebKitGTK has no narrower window than some 450 pixels.
        expect(document.documentElement.scrollWidth).to.equal(innerWidth);
        expect(document.querySelector('.menu')!.getBoundingClientRect().right).to.be.at.most(innerWidth);
        const icon = search.shadowRoot!.querySelector('svg')!.getBoundingClientRect();
        const box = search.getBoundingClientRect();
        expect(icon.width, 'icon').to.be.at.least(16);
        expect(icon.left - box.left).to.be.closeTo(box.right - icon.right, 3);
        // The name is still there, for those who do not see the icon.
        expect(search.shadowRoot!.querySelector('[part=trigger]')!.textContent).to.contain('Search');
      }
    });
  }

  it('is a box where there is room, and follows the window', async () => {
    const search = await show(HEADERS['a flex row']!);
    expect(widthOf(search)).to.equal(280);
    await setViewport({ width: 390, height: 700 });
    await frame();
    await search.updateComplete;
    expect(widthOf(search)).to.equal(40);
    await setViewport({ width: 800, height: 600 });
    await frame();
    await search.updateComplete;
    expect(widthOf(search)).to.equal(280);
  });

  it('is a box on a phone where it stands alone, as in a drawer', async () => {
    await setViewport({ width: 390, height: 700 });
    const drawer = (search: Element) => row('display: flex; flex-direction: column', search, button());
    for (const build of [
      drawer,
      (search: Element) => row('', search),
      (search: Element) => row('display: flex', search),
    ])
      expect(widthOf(await show(build))).to.equal(280);
  });

  it('is as wide as before where the page has its own button in it', async () => {
    await setViewport({ width: 390, height: 700 });
    const search = await show((element) => {
      element.append(
        Object.assign(document.createElement('b'), { slot: 'trigger', textContent: 'Search it' }),
      );
      return HEADERS['a flex row']!(element);
    });
    expect(widthOf(search)).to.be.at.least(100);
  });

  it('is a field on a phone where it is one', async () => {
    await setViewport({ width: 390, height: 700 });
    const search = await show((element) => row('display: flex', element, button()), 'inline');
    expect(widthOf(search)).to.be.at.least(200);
  });
});
