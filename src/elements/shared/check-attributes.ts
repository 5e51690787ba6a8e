import { attributesOf } from './attribute-kinds.ts';

/** An element whose attributes are checked. */
interface CheckedElement extends Element {
  warnOnce(message: string): void;
}

/** Replace an unknown word by the default, with a warning. Numbers are checked where they are read. */
export function checkAttributes(element: CheckedElement): void {
  const values = element as unknown as Record<string, unknown>;
  for (const [name, { choices, initial }] of attributesOf(element)) {
    if (choices && !choices.includes(values[name])) {
      const value = values[name];
      values[name] = initial;
      if (value != null)
        element.warnOnce(`${name} ${JSON.stringify(value)} is none of ${choices.join(', ')}.`);
    }
  }
}

/**
 * Read a whole number, or the text of one, as templates of Vue set it. Return the default for anything else: a fraction or a number
 * out of range, of which the developer of the page is warned, or nothing.
 */
export function readNumber<
  Name extends string,
  Host extends Readonly<Record<Name, number | undefined>> & Pick<CheckedElement, 'warnOnce'>,
>(element: Host, name: Name): Host[Name] {
  const { attribute, initial, range } = attributesOf(element).get(name)!;
  const [min, max] = range!;
  const value: unknown = element[name];
  if (value == null) return initial as Host[Name];
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number as Host[Name];
  element.warnOnce(`${String(attribute)} is no whole number from ${min} to ${max}.`);
  return initial as Host[Name];
}
