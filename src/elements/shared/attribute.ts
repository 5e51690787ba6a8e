import type { PropertyDeclaration } from 'lit';

/** An attribute of an element, or a property without one: what Lit has to know, and what it takes. */
export interface Attribute<Value = unknown> extends PropertyDeclaration {
  /** Default. Unset: that of the words. */
  readonly value?: Value;
  /** All words that it takes. The first is the default. */
  readonly words?: readonly Value[];
  /** The smallest and the largest whole number. */
  readonly range?: readonly [min: number, max: number];
}

/**
 * The attributes of an element by the names of their properties: its `attributes.ts`. Lit's properties, the types of element and host,
 * the checks, the manifest and the tables of the documentation are made of it. A type that the entry does not tell is asserted.
 */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The properties of an element with a table of attributes. */
export type PropertiesOf<Table> = { -readonly [Name in keyof Table]: ValueOf<Table[Name]> };

type ValueOf<Entry> = Entry extends { readonly type: BooleanConstructor }
  ? boolean
  : Entry extends { readonly type: NumberConstructor }
    ? number | (Entry extends { readonly value: number } ? never : undefined)
    : Entry extends { readonly value: string }
      ? string
      : Entry extends { readonly words: readonly (infer Word)[] }
        ? Word
        : Entry extends Attribute<infer Value>
          ? unknown extends Value
            ? string | undefined
            : Value
          : never;

/**
 * The words, or the smallest and the largest number, of the attributes of a table: for the tables of the chat and the search, which a
 * page loads before anything is used, they stand in a file of their own.
 */
export type LimitsOf<Table> = {
  readonly [Name in keyof Table as IsLimited<ValueOf<Table[Name]>> extends true ? Name : never]: ValueOf<
    Table[Name]
  > extends number
    ? readonly [min: number, max: number]
    : readonly ValueOf<Table[Name]>[];
};

type IsLimited<Value> = Value extends number
  ? true
  : Value extends string
    ? string extends Value
      ? false
      : true
    : false;
