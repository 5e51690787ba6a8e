import { isString, parseJson } from '../../protocol/record.ts';
import type { ReactiveElement } from 'lit';
import type { Attribute } from './attribute.ts';
import { readListAttribute } from './read-list.ts';

/** Words and ranges of attributes whose table has none. */
export type Limits = Readonly<Record<string, readonly unknown[]>>;

/** Create a function that warns the developer of the page in the console, once of each mistake. */
export function createWarner({ localName }: Element): (message: string) => void {
  const warnings = new Set<string>();
  return (message) => {
    if (!warnings.has(message)) console.warn(`<${localName}>: ${message}`);
    warnings.add(message);
  };
}

/** Replace an unknown word by the default, with a warning, and a text by its list. Numbers are checked where they are read. */
export function checkAttributes(
  element: Element,
  warnOnce: (message: string) => void,
  limits: Limits = {},
): void {
  const properties = element as unknown as Record<string, unknown>;
  for (const [name, { converter, words = limits[name] }] of attributesOf(element)) {
    const value = properties[name];
    if (isString(words?.[0]) && !words.includes(value)) {
      properties[name] = words[0];
      if (value != null) warnOnce(`${name} ${JSON.stringify(value)} is none of ${words.join(', ')}.`);
    }
    if (converter === readListAttribute) checkList(element, name, warnOnce);
  }
}

/** Make a list of one that is set as text, as templates of Vue do, and warn of broken JSON. */
function checkList(element: Element, name: string, warnOnce: (message: string) => void): void {
  const values = element as unknown as Record<string, unknown>;
  const value = values[name];
  if (!Array.isArray(value)) values[name] = readListAttribute(isString(value) ? value : null);
  const text = isString(value) ? value : element.getAttribute(name);
  if (text?.trim().startsWith('[') && !Array.isArray(parseJson(text)))
    warnOnce(`${name} ${text} is no JSON list.`);
}

/**
 * Read a whole number, or the text of one, as templates of Vue set it. Return the default for anything else: a fraction or a number
 * out of range, of which the developer of the page is warned, or nothing.
 */
export function readNumber<Name extends string, Host extends Readonly<Record<Name, number | undefined>>>(
  element: Host,
  name: Name,
  warnOnce: (message: string) => void,
  limits: Limits = {},
): Host[Name] {
  const { attribute, value: initial, range = limits[name] } = attributesOf(element).get(name)!;
  const [min, max] = range as readonly [number, number];
  const value: unknown = element[name];
  const number = Number(value);
  if (value != null) {
    if (Number.isInteger(number) && number >= min && number <= max) return number as Host[Name];
    warnOnce(`${String(attribute)} is no whole number from ${min} to ${max}.`);
  }
  return initial as Host[Name];
}

/** Return the attributes of an element by the names of their properties. */
function attributesOf({ constructor }: object): ReadonlyMap<string, Attribute> {
  return (constructor as typeof ReactiveElement).elementProperties as Map<string, Attribute>;
}
