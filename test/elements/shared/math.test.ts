import { expect } from '@open-wc/testing';
import { createMathNode, MAX_MATH_DEPTH } from '../../../src/elements/shared/markdown/math-node.ts';

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** What a library might draw: names, attributes and children of elements. */
interface Drawn {
  readonly name: string;
  readonly namespace?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly styles?: Readonly<Record<string, string>>;
  readonly children?: readonly (Drawn | string)[];
}

function create({
  name,
  namespace = NAMESPACE,
  attributes = {},
  styles = {},
  children = [],
}: Drawn): Element {
  const element = document.createElementNS(namespace, name) as MathMLElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const [key, value] of Object.entries(styles)) element.style.setProperty(key, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : create(child))));
  return element;
}

/** The formula that is kept of what was drawn. */
const copy = (drawn: Drawn): MathMLElement | null =>
  createMathNode((_, element) => element.append(create(drawn)), 'x', false);

const math = (...children: readonly (Drawn | string)[]): Drawn => ({ name: 'math', children });

describe('the allow-list of formulas', () => {
  it('keeps mathematics', () => {
    const kept = copy(
      math({
        name: 'mfrac',
        children: [
          { name: 'mi', children: ['a'] },
          { name: 'mn', children: ['2'] },
        ],
      }),
    )!;
    expect(kept.textContent).to.equal('a2');
    expect(kept.querySelector('mfrac > mi')!.namespaceURI).to.equal(NAMESPACE);
  });

  for (const name of ['annotation-xml', 'semantics', 'maction', 'mglyph', 'script', 'a', 'merror'])
    it(`refuses a formula with <${name}>`, () => {
      expect(copy(math({ name, children: ['x'] })) === null).to.equal(true);
    });

  for (const name of ['img', 'script', 'mi', 'a', 'iframe'])
    it(`refuses a formula with <${name}> of HTML`, () => {
      const namespace = 'http://www.w3.org/1999/xhtml';
      expect(copy(math({ name, namespace })) === null).to.equal(true);
    });

  it('refuses what is no formula', () => {
    expect(copy({ name: 'mi', children: ['x'] }) === null).to.equal(true);
  });

  it('drops attributes with addresses, handlers or styles, and invalid values', () => {
    const attributes = {
      href: 'javascript:alert(1)',
      id: 'panel',
      actiontype: 'statusline',
      mathcolor: 'red',
      part: 'launcher',
      width: '99999em',
      height: 'url(x)',
      stretchy: 'true',
    };
    const kept = copy(math({ name: 'mo', attributes, children: ['x'] }))!.querySelector('mo')!;
    expect(kept.getAttributeNames()).to.deep.equal(['stretchy']);
  });

  it('keeps space and lines between cells, and no other style', () => {
    const styles = { 'padding-left': '1em', position: 'fixed', color: 'red', 'border-top': '10000px solid' };
    const kept = copy(math({ name: 'mtd', styles }))!.querySelector<MathMLElement>('mtd')!;
    expect([...kept.style]).to.deep.equal(['padding-left']);
  });

  it('refuses a formula of too many elements, one that is too deep, and one that cannot be drawn', () => {
    const children = Array.from({ length: 3_001 }, () => ({ name: 'mi' }));
    expect(copy(math(...children)) === null).to.equal(true);
    const nest = (depth: number): Drawn => ({ name: 'mrow', children: depth > 0 ? [nest(depth - 1)] : [] });
    expect(copy(math(nest(MAX_MATH_DEPTH - 3))) === null).to.equal(false);
    expect(copy(math(nest(MAX_MATH_DEPTH))) === null).to.equal(true);
    const failing = (): void => {
      throw new RangeError('Too deep.');
    };
    expect(createMathNode(failing, 'x', true) === null).to.equal(true);
  });
});
