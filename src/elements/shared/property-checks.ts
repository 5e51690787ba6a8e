import { isString, parseJson } from '../../protocol/record.ts';
import { readList } from './read-list.ts';

/** Enumerated properties. The first value is the default, and replaces an unknown one. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** Create a function that warns the developer of the page in the console, once per message. */
export function createWarner({ localName }: HTMLElement): (message: string) => void {
  const warnings = new Set<string>();
  return (message) => {
    if (warnings.has(message)) return;
    warnings.add(message);
    console.warn(`<${localName}>: ${message}`);
  };
}

/** Replace unknown values of enumerated properties by the default, with a warning. */
export function checkChoices(
  element: HTMLElement,
  choices: Choices,
  warnOnce: (message: string) => void,
): void {
  const values = element as unknown as Record<string, unknown>;
  for (const [name, allowed] of Object.entries(choices)) {
    const value = values[name];
    if (allowed.includes(value as string)) continue;
    values[name] = allowed[0];
    if (value != null) warnOnce(`${name} ${JSON.stringify(value)} is none of ${allowed.join(', ')}.`);
  }
}

/** Make lists of those that are set as text, as templates of Vue do, and warn of broken JSON. */
export function checkLists(
  element: HTMLElement,
  names: readonly string[],
  warnOnce: (message: string) => void,
): void {
  const values = element as unknown as Record<string, unknown>;
  for (const name of names) {
    const value = values[name];
    if (!Array.isArray(value)) values[name] = readList(isString(value) ? value : null);
    const text = isString(value) ? value : element.getAttribute(name);
    if (text?.trim().startsWith('[') && !Array.isArray(parseJson(text)))
      warnOnce(`${name} ${text} is no JSON list.`);
  }
}
