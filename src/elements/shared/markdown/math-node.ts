/** Maximum length of a formula that is drawn, in UTF-16 units. */
export const MAX_MATH_LENGTH = 5_000;

/** Maximum number of elements of one formula. */
export const MAX_MATH_ELEMENTS = 3_000;

/** Maximum nesting depth of them. */
export const MAX_MATH_DEPTH = 30;

/** Maximum nesting depth of fractions. WebKit takes twice the time for each level: 20 ms for 10 of them, more than a minute for 22. */
export const MAX_FRACTION_DEPTH = 8;

/** Maximum number of macros that one formula may expand: definitions of its own may stand for each other. */
export const MAX_MATH_EXPANSIONS = 200;

/** Maximum length that a formula may ask for, in em and in points. */
const MAX_SIZE: [number, number] = [20, 200];

/** Draws a formula as the content of an element, as `render` of Temml does. */
type RenderInto = (
  formula: string,
  element: HTMLElement,
  options: {
    readonly displayMode: boolean;
    readonly throwOnError: true;
    readonly trust: false;
    readonly maxExpand: number;
    readonly maxSize: [number, number];
  },
) => void;

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

/** The elements of MathML Core that have no behaviour and hold nothing but mathematics. */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts ' +
    'mprescripts mtable mtr mtd mpadded mphantom mstyle menclose none'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'accent accentunder columnspan depth display displaystyle fence form height largeop linethickness lspace ' +
    'mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset ' +
    'width'
  ).split(' '),
);

/** Space and lines between the cells of a table, and around a box. */
const STYLES = [
  'padding',
  'padding-left',
  'padding-right',
  'border',
  'border-bottom',
  'border-left',
  'border-right',
  'border-top',
  'width',
];

/** Names and lengths: nothing that is longer than a line, and nothing that is an address. */
const PLAIN_VALUE = /^[\w #%+.-]{0,40}$/;
const LONG_LENGTH = /\d{4}/;

/**
 * Return the MathML of a formula in LaTeX: what Temml makes of it, copied by a list of elements and attributes. Links,
 * images, colours and whatever else is not in the list make the formula invalid, as do errors and limits.
 *
 * @param renderInto is Temml's `render`
 * @returns `null` for an invalid formula
 */
export function createMathNode(
  renderInto: RenderInto,
  formula: string,
  isDisplayed: boolean,
): MathMLElement | null {
  if (formula.length > MAX_MATH_LENGTH) return null;
  const drawn = document.createElement('div');
  try {
    renderInto(formula, drawn, {
      displayMode: isDisplayed,
      throwOnError: true,
      trust: false,
      maxExpand: MAX_MATH_EXPANSIONS,
      maxSize: MAX_SIZE,
    });
    const math = drawn.children.length === 1 ? drawn.firstElementChild : null;
    if (math?.localName !== 'math' || drawn.getElementsByTagName('*').length > MAX_MATH_ELEMENTS) return null;
    const copy = copyElement(math, MAX_MATH_DEPTH, MAX_FRACTION_DEPTH);
    copy.setAttribute('alttext', formula);
    return copy;
  } catch {
    // A formula with an error, or one that is too deep for the stack.
    return null;
  }
}

/**
 * Copy an element that is allowed.
 *
 * @param levels how many there may be, and how many of them fractions
 * @throws for any other, and beyond those
 */
function copyElement(element: Element, levels: number, fractions: number): MathMLElement {
  const fractionsBelow = element.localName === 'mfrac' ? fractions - 1 : fractions;
  if (levels === 0 || fractionsBelow < 0) throw new Error('The formula is too deep.');
  if (element.namespaceURI !== NAMESPACE || !ELEMENTS.has(element.localName))
    throw new Error(`<${element.localName}> is not allowed in a formula.`);
  const copy = document.createElementNS(NAMESPACE, element.localName);
  for (const { name, value } of element.attributes)
    if (ATTRIBUTES.has(name) && isPlain(value)) copy.setAttribute(name, value);
  for (const name of element.classList) if (/^[a-z-]{1,20}$/.test(name)) copy.classList.add(name);
  for (const name of STYLES) {
    const value = (element as MathMLElement).style.getPropertyValue(name);
    if (value !== '' && isPlain(value)) copy.style.setProperty(name, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    // The number of an equation, which has none.
    else if (!isEmptySpan(child)) copy.append(copyElement(child as Element, levels - 1, fractionsBelow));
  }
  return copy;
}

function isPlain(value: string): boolean {
  return PLAIN_VALUE.test(value) && !LONG_LENGTH.test(value);
}

function isEmptySpan({ nodeName, childNodes }: Node): boolean {
  return nodeName === 'SPAN' && childNodes.length === 0;
}
