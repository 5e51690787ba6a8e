import type { Element, Nodes } from 'hast';
import { isChrome } from './chrome.ts';
import { attributeOf, classesOf, findElement, lineOf, textOfHast, walkElements } from './hast.ts';

/** A code block as written by its author. */
export interface CodeBlock {
  code: string;
  language: string | undefined;
  title: string | undefined;
}

/** Classes of elements that generators put around a code block. */
const WRAPPER = /highlight|code|language-|literal-block|snippet|listing|^frame$|^src$|sourceCode|expressive/i;
/** Classes of elements that contain one line each: Shiki, Chroma, Expressive Code, Prism, rehype-pretty-code. */
const LINE_CLASSES = new Set(['line', 'token-line', 'ec-line', 'code-line', 'view-line']);
/** Classes of line numbers: Pygments, Rouge, Chroma, Prism, Shiki and Docusaurus. */
const GUTTER =
  /^(?:linenos?|linenodiv|lineno|lnt|ln|gl|rouge-gutter|gutter|line-numbers?(?:-rows|-wrapper)?|codeLineNumber.*|react-syntax-highlighter-line-number|hljs-ln-numbers|boring)$/;
const TITLE =
  /^(?:filename|file-name|title|caption|caption-text|code-block-caption|code-block-title|code-title|code-header__title|codeBlockTitle.*|vp-code-block-title-text|snippet-title|listing-title)$/i;
/** Classes of a visible label with the language. */
const LABEL = /^(?:lang|language|language-name|code-lang|code-language)$/i;
const LANGUAGE = /^(?:language|lang|highlight-source|highlight)-([\w+#.-]+)$/i;
const NO_LANGUAGE =
  /^(?:none|no-?highlight|text|txt|plain(?:text)?|default|undefined|rouge|highlight|notranslate)$/i;
/** Classes that precede the language: `sourceCode python` of Pandoc and `hljs python` of highlight.js. */
const BESIDE_LANGUAGE = new Set(['sourceCode', 'hljs']);
const MAX_LANGUAGE_LENGTH = 40;
const MAX_TITLE_LENGTH = 200;

/** Read a code block with its file name; line numbers are removed. `null`: the element is something else, or contains more. */
export function readCodeBlock(element: Element): CodeBlock | null {
  if (element.tagName !== 'pre' && !isWrapper(element)) return null;
  const blocks: Element[] = [];
  let title: string | undefined = attributeOf(element, 'dataTitle');
  let hasOther = false;
  const visit = (node: Nodes): void => {
    if (node.type === 'text') hasOther ||= node.value.trim() !== '';
    if (node.type !== 'element') return;
    if (node.tagName === 'pre' && !isInGutter(node)) return void blocks.push(node);
    if (isGutter(node) || isLabel(node)) return;
    const isTitle =
      node.tagName === 'figcaption' ||
      classesOf(node).some((name) => TITLE.test(name)) ||
      node.properties['dataRehypePrettyCodeTitle'] !== undefined;
    if (isTitle && !findElement(node, ({ tagName }) => tagName === 'pre')) {
      title ??= lineOf(textOfHast(node, isChrome)) || undefined;
      return;
    }
    if (isChrome(node)) return;
    node.children.forEach(visit);
  };
  visit(element);
  const [block, ...others] = blocks;
  if (block === undefined || others.length > 0 || hasOther) return null;
  title ??= attributeOf(block, 'dataTitle') ?? attributeOf(block, 'dataFilename');
  return {
    code: readCode(block),
    language: languageOf(element, block),
    title: title === undefined ? undefined : lineOf(title).slice(0, MAX_TITLE_LENGTH) || undefined,
  };
}

function isWrapper({ tagName, ...element }: Element): boolean {
  if (tagName === 'figure') return true;
  if (!/^(?:div|table|section|span)$/.test(tagName) && !tagName.includes('-')) return false;
  return (
    classesOf({ tagName, ...element }).some((name) => WRAPPER.test(name)) ||
    element.properties['dataRehypePrettyCodeFigure'] !== undefined
  );
}

function isGutter(element: Element): boolean {
  return classesOf(element).some((name) => GUTTER.test(name));
}

/** Return whether a `pre` contains the line numbers, as in Chroma. */
function isInGutter(pre: Element): boolean {
  return isGutter(pre) || (findElement(pre, isGutter) !== undefined && readCode(pre).trim() === '');
}

function isLabel(element: Element): boolean {
  return classesOf(element).some((name) => LABEL.test(name));
}

/** Return the text of a block with its line breaks, which may be characters, `<br>` or elements. */
function readCode(pre: Element): string {
  // The block may contain a table of line numbers and code.
  const inner = findElement(
    pre,
    (element) => element !== pre && element.tagName === 'pre' && !isGutter(element),
  );
  const code = inner ?? findElement(pre, ({ tagName }) => tagName === 'code') ?? pre;
  const lines: Element[] = [];
  walkElements(code, (element) => {
    if (!isLine(element)) return true;
    lines.push(element);
    return false;
  });
  const isAllLines = lines.length > 0 && textOfCode(code, isLine).trim() === '';
  const text = isAllLines
    ? lines.map((line) => textOfCode(line).replace(/\n$/, '')).join('\n')
    : textOfCode(inner ?? pre);
  return text.replace(/^\n/, '').replace(/\s+$/, '').replaceAll('\u200b', '');
}

function textOfCode(node: Nodes, isLeftOut: (element: Element) => boolean = () => false): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'br') return '\n';
  if (isLeftOut(node) || isGutter(node) || /^(?:button|style|script|svg)$/.test(node.tagName)) return '';
  return node.children.map((child) => textOfCode(child, isLeftOut)).join('');
}

function isLine(element: Element): boolean {
  return (
    classesOf(element).some((name) => LINE_CLASSES.has(name)) || element.properties['dataLine'] !== undefined
  );
}

function languageOf(wrapper: Element, pre: Element): string | undefined {
  const chain: Element[] = [];
  const code = findElement(pre, ({ tagName }) => tagName === 'code');
  if (code) chain.push(code);
  chain.push(pre, ...pathTo(wrapper, pre).toReversed());
  for (const element of chain) {
    const classes = classesOf(element);
    const beside = classes.some((name) => BESIDE_LANGUAGE.has(name))
      ? classes.find((name) => /^[a-z][\w+#-]*$/.test(name) && !BESIDE_LANGUAGE.has(name))
      : undefined;
    const named =
      attributeOf(element, 'dataLang') ??
      attributeOf(element, 'dataLanguage') ??
      classes.flatMap((name) => LANGUAGE.exec(name)?.[1] ?? [])[0] ??
      beside;
    if (named !== undefined && named !== '') {
      return NO_LANGUAGE.test(named) || named.length > MAX_LANGUAGE_LENGTH
        ? undefined
        : named.replace(/\s.*$/, '');
    }
  }
  return undefined;
}

/** Return the elements from an ancestor down to an element, without the latter. */
function pathTo(from: Element, to: Element): Element[] {
  if (from === to) return [];
  for (const child of from.children) {
    if (child.type !== 'element') continue;
    if (child === to) return [from];
    const path = pathTo(child, to);
    if (path.length > 0) return [from, ...path];
  }
  return [];
}
