import { expect } from '@open-wc/testing';
import '../../../src/admin.ts';
import '../../../src/page-actions.ts';
import '../../../src/page-feedback.ts';
import { attributesOf, type Attribute } from '../../../src/elements/shared/attribute-kinds.ts';
import type { BaseElement } from '../../../src/elements/shared/base-element.ts';
import { checkAttributes, readNumber } from '../../../src/elements/shared/check-attributes.ts';

type AnyElement = BaseElement & Record<string, unknown> & { warnOnce(message: string): void };

const TAGS = [
  'docs-agent-jobs',
  'docs-deployment',
  'docs-insights',
  'docs-page-actions',
  'docs-page-feedback',
];

/** The attributes of an element of which something is known. */
function entriesOf(tag: string, known: keyof Attribute<unknown>): [string, Attribute<unknown>][] {
  return [...attributesOf(create(tag))].filter(([, attribute]) => attribute[known] !== undefined);
}

/** Creates an element that is not on the page: nothing is drawn or fetched. */
function create(tag: string): AnyElement {
  return document.createElement(tag) as AnyElement;
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

  for (const tag of TAGS) {
    for (const [name, { attribute, range, initial }] of entriesOf(tag, 'range')) {
      const [min, max] = range!;
      const warning = `<${tag}>: ${String(attribute)} is no whole number from ${min} to ${max}.`;

      for (const value of [3.7, '3.7', min - 1, max + 1, 'many', Number.NaN, {}]) {
        it(`${tag}: the default counts for ${name} ${JSON.stringify(value)} (${typeof value}), with one warning`, () => {
          const element = create(tag);
          element[name] = value;
          for (const _ of [1, 2]) expect(readNumber(element as never, name)).to.equal(initial);
          expect(warnings).to.deep.equal([warning]);
        });
      }

      for (const value of [min, max, `${max}`]) {
        it(`${tag}: takes ${name} ${JSON.stringify(value)}, as an attribute and as a property`, () => {
          const element = create(tag);
          element[name] = value;
          expect(readNumber(element as never, name)).to.equal(Number(value));
          element[name] = undefined;
          element.setAttribute(String(attribute), String(value));
          expect(readNumber(element as never, name)).to.equal(Number(value));
          expect(warnings).to.deep.equal([]);
        });
      }

      it(`${tag}: the default counts for ${name} that is taken away, without a warning`, () => {
        const element = create(tag);
        element.setAttribute(String(attribute), String(max));
        element.removeAttribute(String(attribute));
        expect(readNumber(element as never, name)).to.equal(initial);
        expect(warnings).to.deep.equal([]);
      });
    }

    for (const [name, { choices }] of entriesOf(tag, 'choices')) {
      it(`${tag}: replaces an unknown word of ${name} by the first, with one warning`, () => {
        const element = create(tag);
        for (const _ of [1, 2]) {
          element[name] = 'none of these';
          checkAttributes(element);
          expect(element[name]).to.equal(choices![0]);
        }
        expect(warnings).to.deep.equal([
          `<${tag}>: ${name} "none of these" is none of ${choices!.join(', ')}.`,
        ]);
      });

      it(`${tag}: takes each word of ${name}, and the first where it is taken away`, () => {
        const element = create(tag);
        for (const word of [...choices!, null]) {
          element[name] = word;
          checkAttributes(element);
          expect(element[name]).to.equal(word ?? choices![0]);
        }
        expect(warnings).to.deep.equal([]);
      });
    }

    it(`${tag}: a default belongs to one element`, () => {
      const [one, other] = [create(tag), create(tag)];
      for (const [name, { initial }] of entriesOf(tag, 'initial')) {
        expect(one[name]).to.deep.equal(initial);
        if (typeof initial === 'object') expect(one[name]).to.not.equal(other[name]);
      }
    });
  }
});
