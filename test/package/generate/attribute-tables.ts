import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor, type Expression, type ObjectExpression, type Span } from 'oxc-parser';

/** An attribute of a table, as it is written. */
interface Entry {
  readonly type: string;
  readonly initial?: string | undefined;
  /** What Lit is told beside the type. */
  readonly options?: readonly string[];
}

/** Where a class has its table: as `properties`, alone or before the states of the element. */
const TABLE = /static override properties: Attributes = (?:(\w+Attributes);|{\s*\.\.\.(\w+Attributes),)/;

/**
 * Write the table of a class into it, as fields with their comments: the analyzer reads nothing else.
 *
 * @param file path of the module of the class
 */
export function expandAttributes(file: string, text: string): string {
  return text.replace(TABLE, (whole: string, alone?: string, spread?: string) => {
    const entries = readTable(file, text, (alone ?? spread)!);
    const fields = entries.map(({ name, comment, type }) => `${comment}\n  declare ${name}: ${type};\n\n  `);
    const options = entries.map(({ name, options = [] }) => `${name}: { ${options.join(', ')} },`);
    const end = whole.endsWith(';') ? '};' : '';
    return `${fields.join('')}static override properties: Attributes = { ${options.join(' ')} ${end}`;
  });
}

/** Return the defaults in the table of a class, as they are written, by the names of their properties. */
export function readDefaults(file: string): Record<string, string> {
  const text = readFileSync(file, 'utf8');
  const [, alone, spread] = TABLE.exec(text) ?? [];
  const table = alone ?? spread;
  const entries = table === undefined ? [] : readTable(file, text, table);
  return Object.fromEntries(
    entries.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])),
  );
}

/** Read the table that a module imports under a name. */
function readTable(file: string, text: string, name: string): (Entry & { name: string; comment: string })[] {
  const [, specifier] = new RegExp(`import {[^}]*\\b${name}\\b[^}]*} from '(.+)';`).exec(text)!;
  const path = join(dirname(file), specifier!);
  const source = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, source);
  const write = ({ start, end }: Span): string => source.slice(start, end);
  const tables: ObjectExpression[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (write(id) !== name) return;
      // `{ … } as const satisfies Attributes`
      const table = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
      const object = table?.type === 'TSAsExpression' ? table.expression : table;
      if (object?.type === 'ObjectExpression') tables.push(object);
    },
  }).visit(program);
  return tables[0]!.properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    const comment = comments.find(({ end }) => /^\s*$/.test(source.slice(end, property.start)));
    return [
      {
        name: write(property.key),
        comment: comment ? write(comment) : '',
        ...describe(property.value, write),
      },
    ];
  });
}

/** Describe one attribute: what Lit is told, `as Attribute<type>` where that and its default do not tell the type. */
function describe(attribute: Expression, write: (node: Span) => string): Entry {
  if (attribute.type === 'TSAsExpression') {
    const [, type] = /^Attribute<([^]+)>$/.exec(write(attribute.typeAnnotation))!;
    return { ...describe(attribute.expression, write), type: type! };
  }
  // Lists are told alike.
  if (write(attribute) === 'list') return { type: 'readonly string[]', initial: '[]' };
  if (attribute.type !== 'ObjectExpression') throw new Error(`"${write(attribute)}" is no attribute`);
  const entries = attribute.properties.flatMap((one) => (one.type === 'Property' ? [one] : []));
  const {
    type,
    value,
    words,
    range: _,
    ...options
  } = Object.fromEntries(
    // What `satisfies` says is for the compiler.
    entries.map((one) => [write(one.key), write(one.value).replace(/ satisfies .*/, '')]),
  );
  const choices = words?.slice(1, -1).split(', ');
  const types: Readonly<Record<string, string>> = { Boolean: 'boolean', Number: 'number' };
  const name = choices?.join(' | ') ?? types[type ?? ''] ?? 'string';
  const initial = value ?? choices?.[0];
  return {
    type: initial === undefined && name !== 'boolean' ? `${name} | undefined` : name,
    initial,
    options: Object.entries({ ...(type && { type }), ...options }).map(([key, text]) => `${key}: ${text}`),
  };
}
