import { expect } from '@open-wc/testing';
import type { ReactiveElement } from 'lit';
import '../../../src/admin.ts';
import '../../../src/assistant.ts';
import '../../../src/page-actions.ts';
import '../../../src/page-feedback.ts';
import '../../../src/search.ts';
import { assistantLimits } from '../../../src/elements/assistant/limits.ts';
import { searchLimits } from '../../../src/elements/search/limits.ts';
import type { Attribute } from '../../../src/elements/shared/attribute.ts';
import {
  checkAttributes,
  createWarner,
  readNumber,
  type Limits,
} from '../../../src/elements/shared/check-attributes.ts';

type AnyElement = HTMLElement & Record<string, unknown>;

/** The elements, with the words and ranges that do not stand in their tables. */
const ELEMENTS: Readonly<Record<string, Limits>> = {
  'docs-agent-jobs': {},
  'docs-assistant': assistantLimits,
  'docs-deployment': {},
  'docs-insights': {},
  'docs-page-actions': {},
  'docs-page-feedback': {},
  'docs-search': searchLimits,
};

/** Creates an element that is not on the page: nothing is drawn or fetched. */
function create(tag: string): AnyElement {
  return document.createElement(tag) as AnyElement;
}

function attributesOf(tag: string): [string, Attribute][] {
  const { elementProperties } = customElements.get(tag) as unknown as typeof ReactiveElement;
  return [...(elementProperties as Map<string, Attribute>)].filter(([, { state }]) => !state);
}

describe('attributes of the elements', () => {
  const { warn } = console;
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    console.warn = (message: string) => warnings.push(message);
  });
  afterEach(() => {
    console.warn = warn;
  });

  for (const [tag, limits] of Object.entries(ELEMENTS)) {
    const check = (element: AnyElement, warnOnce = createWarner(element)) =>
      checkAttributes(element, warnOnce, limits);
    const read = (element: AnyElement, name: string, warnOnce = createWarner(element)) =>
      readNumber(element as never, name as never, warnOnce, limits);

    for (const [name, { attribute, type, value: initial, range = limits[name] }] of attributesOf(tag)) {
      if (type !== Number) continue;
      const [min, max] = range as [number, number];
      const warning = `<${tag}>: ${String(attribute)} is no whole number from ${min} to ${max}.`;

      for (const value of [3.7, '3.7', min - 1, max + 1, 'many', Number.NaN, {}]) {
        it(`${tag}: the default counts for ${name} ${JSON.stringify(value)} (${typeof value}), with one warning`, () => {
          const element = create(tag);
          element[name] = value;
          const warnOnce = createWarner(element);
          for (const _ of [1, 2]) expect(read(element, name, warnOnce)).to.equal(initial);
          expect(warnings).to.deep.equal([warning]);
        });
      }

      for (const value of [min, max, `${max}`]) {
        it(`${tag}: takes ${name} ${JSON.stringify(value)}, as an attribute and as a property`, () => {
          const element = create(tag);
          element[name] = value;
          expect(read(element, name)).to.equal(Number(value));
          element[name] = undefined;
          element.setAttribute(String(attribute), String(value));
          expect(read(element, name)).to.equal(Number(value));
          expect(warnings).to.deep.equal([]);
        });
      }

      it(`${tag}: the default counts for ${name} that is taken away, without a warning`, () => {
        const element = create(tag);
        element.setAttribute(String(attribute), String(max));
        element.removeAttribute(String(attribute));
        expect(read(element, name)).to.equal(initial);
        expect(warnings).to.deep.equal([]);
      });
    }

    for (const [name, { type, words = limits[name] }] of attributesOf(tag)) {
      if (type === Number || !words) continue;

      it(`${tag}: replaces an unknown word of ${name} by the first, with one warning`, () => {
        const element = create(tag);
        const warnOnce = createWarner(element);
        for (const _ of [1, 2]) {
          element[name] = 'none of these';
          check(element, warnOnce);
          expect(element[name]).to.equal(words[0]);
        }
        expect(warnings).to.deep.equal([`<${tag}>: ${name} "none of these" is none of ${words.join(', ')}.`]);
      });

      it(`${tag}: takes each word of ${name}, and the first where it is taken away`, () => {
        const element = create(tag);
        for (const word of [...words, null]) {
          element[name] = word;
          check(element);
          expect(element[name]).to.equal(word ?? words[0]);
        }
        expect(warnings).to.deep.equal([]);
      });
    }

    it(`${tag}: a default belongs to one element`, () => {
      const [one, other] = [create(tag), create(tag)];
      for (const [name, { value, words = [value] }] of attributesOf(tag)) {
        expect(one[name]).to.deep.equal(words[0]);
        if (typeof value === 'object') expect(one[name]).to.not.equal(other[name]);
      }
    });
  }
});
