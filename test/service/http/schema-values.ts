import fc from 'fast-check';

type Schema = Record<string, unknown>;

/**
 * Generate values of a JSON Schema. Only the keywords of the API's schemas are known.
 *
 * @param components Schemas that `#/components/schemas/…` refers to
 */
export function valuesOf(schema: Schema, components: Record<string, Schema>): fc.Arbitrary<unknown> {
  const valueOf = (inner: unknown) => valuesOf(inner as Schema, components);
  const { $ref, const: only, enum: allowed, oneOf } = schema;
  if (typeof $ref === 'string') return valueOf(components[$ref.split('/').at(-1)!]);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(allowed)) return fc.constantFrom(...(allowed as unknown[]));
  if (Array.isArray(oneOf)) return fc.oneof(...oneOf.map(valueOf));
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, valueOf)));
}

function valuesOfType(
  type: string,
  schema: Schema,
  valueOf: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const {
    minLength = 0,
    maxLength = 20,
    minimum,
    maximum,
    minItems = 0,
    maxItems = 6,
  } = schema as Record<string, number | undefined>;
  switch (type) {
    case 'string':
      return textValues(schema, minLength, maxLength);
    case 'integer':
      return fc.integer({ min: minimum ?? -1000, max: maximum ?? 1000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { prefixItems, items } = schema;
      if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(valueOf));
      return fc.array(valueOf(items), { minLength: minItems, maxLength: Math.min(maxItems, 6) });
    }
    case 'object':
      return objectValues(schema, valueOf);
    default:
      return fc.jsonValue();
  }
}

function textValues({ format, pattern }: Schema, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uri') return fc.webUrl({ validSchemes: ['http', 'https'] });
  // The word counts as the type of a part of a message. Length: JSON Schema counts code points, the program UTF-16 units.
  const text = fc.oneof(
    fc.constantFrom('text', 'x'.repeat(maxLength), 'x'.repeat(minLength)),
    fc.string({ minLength, maxLength: Math.min(maxLength, 20) }),
  );
  return typeof pattern === 'string' ? text.filter((value) => new RegExp(pattern).test(value)) : text;
}

function objectValues(
  { properties = {}, required = [], additionalProperties }: Schema,
  valueOf: (inner: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties as object).map(([name, inner]) => [name, valueOf(inner)])),
    { requiredKeys: required as never[], noNullPrototype: true },
  );
  if (additionalProperties === false) return known;
  return fc.tuple(known, fc.option(fc.jsonValue(), { nil: undefined })).map(([value, more]) => ({
    ...(more !== undefined && { unknown: more }),
    ...(value as object),
  }));
}

const STRANGE = fc.oneof(
  fc.constantFrom(null, '', ' ', 'x', 0, 1, 50, 51, -1, 1.5, true, [], {}, ['x'], { x: 1 }, 'x'.repeat(257)),
  fc.constantFrom(
    'x'.repeat(65),
    'x'.repeat(1001),
    'user',
    'assistant',
    'system',
    'completed',
    'https://x.example',
  ),
  fc.jsonValue(),
);

/** Values that differ from a good one in one place: something is gone, is something else, or is there in addition. */
export function changed(good: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(good);
  return fc
    .record({
      place: fc.constantFrom(...places),
      change: fc.constantFrom('replace', 'remove', 'add'),
      value: STRANGE,
    })
    .map(({ place, change, value }) => {
      if (place.length === 0) return change === 'replace' ? value : good;
      const copy = structuredClone(good) as Record<string, never>;
      const parent = place
        .slice(0, -1)
        .reduce<Record<string, unknown>>((at, step) => at[step] as never, copy);
      const last = place.at(-1)!;
      if (change === 'replace') parent[last] = value;
      else if (change === 'add') Object.assign(parent, { unheardOf: value });
      else if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
      return copy;
    });
}

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))];
}
