import * as z from 'zod';
import { isRecord, type UnknownRecord } from '../../protocol/record.ts';
import type { Schema } from './route.ts';
import { COMPONENTS } from './schemas.ts';

/** Name a schema of `#/components/schemas` in an OpenAPI document. */
export function schemaRef(name: keyof typeof COMPONENTS): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Return `#/components/schemas` of an OpenAPI document, in JSON Schema 2020-12. */
export function componentSchemas(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, simplify(schema)]));
}

/** Return a schema that names no component, in JSON Schema 2020-12. */
export function toJsonSchema(schema: z.ZodType): Schema {
  return simplify(z.toJSONSchema(schema, { io: 'input' }));
}

/** Write `["string", "null"]` in place of two alternatives, and no bound that every integer of JSON has. */
function simplify(json: z.core.JSONSchema.BaseSchema): Schema {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    // The document states its dialect once, and a component has its name.
    if (key === '$schema' || key === '$id') return undefined;
    if (!isRecord(value)) return value;
    const { anyOf, ...rest } = value;
    if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
    if (!Array.isArray(anyOf)) return rest;
    const [inner, nothing] = anyOf as UnknownRecord[];
    if (nothing?.type !== 'null') return value;
    if (inner?.$ref !== undefined) return { oneOf: anyOf, ...rest };
    const allowed = Array.isArray(inner?.enum) && { enum: [...inner.enum, null] };
    return { ...inner, type: [inner?.type, 'null'], ...allowed, ...rest };
  }) as Schema;
}
