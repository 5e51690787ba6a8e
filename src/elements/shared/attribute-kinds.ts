import type { PropertyDeclaration, ReactiveElement } from 'lit';

/**
 * An attribute of an element, or a property without one: what Lit has to know, the default, and which values it takes. The
 * `attributes.ts` of an element is the table of them. The types of its properties, the checks and the manifest are made of that table.
 */
export interface Attribute<Value> extends PropertyDeclaration {
  /** Default. Each element has a copy of its own. */
  readonly initial?: Value;
  /** All values. The first is the default. */
  readonly choices?: readonly Value[];
  /** The smallest and the largest whole number. */
  readonly range?: readonly [min: number, max: number];
}

/** The properties of an element with a table of attributes. */
export type PropertiesOf<Table> = {
  -readonly [Name in keyof Table]: Table[Name] extends Attribute<infer Value> ? Value : never;
};

/** A text, or unset. */
export const optional: Attribute<string | undefined> = {};

/** Whether the attribute is there. */
export const flag: Attribute<boolean> = { type: Boolean, initial: false };

/** A text with a default. */
export function text(initial: string): Attribute<string> {
  return { initial };
}

/** One of some words. The first is the default. */
export function choice<const Word extends string>(...choices: readonly Word[]): Attribute<Word> {
  return { choices, initial: choices[0]! };
}

/** A whole number. Without a default it can be unset. */
export function whole<Default extends number | undefined = undefined>(
  min: number,
  max: number,
  initial?: Default,
): Attribute<number | Default> {
  return { type: Number, range: [min, max], initial: initial! };
}

/** Return the attributes of an element by the names of their properties. */
export function attributesOf({ constructor }: object): ReadonlyMap<string, Attribute<unknown>> {
  return (constructor as typeof ReactiveElement).elementProperties as Map<string, Attribute<unknown>>;
}
