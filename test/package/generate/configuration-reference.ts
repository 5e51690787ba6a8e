import { toJSONSchema } from 'zod';
import { ConfigurationFile } from '../../../src/cli/configuration-schema.ts';

interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** The JSON schema of configuration files, as it is published with the package. */
export function createConfigurationJsonSchema(): Schema {
  const schema = toJSONSchema(ConfigurationFile, { io: 'input' });
  return { title: 'docs-assistant configuration', ...schema } as Schema;
}

/** Every field of a configuration file in a row of its own: its path, what it takes, and what it is for. */
export function configurationRows(schema = createConfigurationJsonSchema(), path = ''): string[][] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, field]) => {
      const own = path === '' ? name : `${path}.${name}`;
      const inside = field.items?.properties ? `${own}[]` : own;
      const nested = field.items?.properties ? field.items : isSecret(field) ? {} : mergeOptions(field);
      const type = describeType(field) + (schema.required?.includes(name) ? ', required' : '');
      return [[`\`${own}\``, type, field.description ?? ''], ...configurationRows(nested, inside)];
    });
}

/** Fields of all that may stand in one place; of which there is one of each name. */
function mergeOptions(schema: Schema): Schema {
  const options = [...(schema.anyOf ?? []), schema];
  return {
    properties: Object.assign({}, ...options.map(({ properties }) => properties)) as Record<string, Schema>,
  };
}

function describeType(schema: Schema): string {
  if (isSecret(schema)) return 'text, or `{"env": NAME}`';
  if (schema.anyOf?.some(isSecret)) return 'one or a list of: text, or `{"env": NAME}`';
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' or ');
  if (schema.items) return `list of ${describeType(schema.items)}`;
  const words: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' };
  return words[schema.type ?? ''] ?? schema.type ?? '';
}

function isSecret({ anyOf = [] }: Schema): boolean {
  return anyOf.some(({ type }) => type === 'string') && anyOf.some(({ properties }) => properties?.['env']);
}
