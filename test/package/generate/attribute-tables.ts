import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, type Expression, type ObjectExpression, type Span } from 'oxc-parser';

/** An attribute of a table, as it is written. */
interface Entry {
  readonly type: string;
  readonly initial?: string | undefined;
  /** What Lit is told beside the type. */
  readonly options?: readonly string[];
}

/** Where a class has its table: as `properties`, alone or before the states of the element. */
const TABLE =
  /static override properties: PropertyDeclarations = (?:(\w+Attributes);|{\s*\.\.\.(\w+Attributes),)/;

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
    return `${fields.join('')}static override properties: PropertyDeclarations = { ${options.join(' ')} ${end}`;
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
  const table = program.body
    .flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : []))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .find(({ id }) => write(id) === name)?.init;
  return (table as ObjectExpression).properties.flatMap((property) => {
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

/** Describe one attribute: a kind of `attribute-kinds.ts`, or what Lit is told `as Attribute<type>`. */
function describe(value: Expression, write: (node: Span) => string): Entry {
  if (value.type === 'CallExpression') {
    // What `satisfies` says is for the compiler.
    const parameters = value.arguments.map((one) => write(one).replace(/ satisfies .*/, ''));
    switch (write(value.callee)) {
      case 'text':
        return { type: 'string', initial: parameters[0] };
      case 'choice':
        return { type: parameters.join(' | '), initial: parameters[0] };
      case 'whole':
        return {
          type: parameters[2] === undefined ? 'number | undefined' : 'number',
          initial: parameters[2],
        };
    }
  }
  if (value.type === 'TSAsExpression') {
    const [, type] = /^Attribute<([^]+)>$/.exec(write(value.typeAnnotation))!;
    return { ...describe(value.expression, write), type: type! };
  }
  if (value.type === 'ObjectExpression') {
    const [kind] = value.properties.flatMap((one) => (one.type === 'SpreadElement' ? [one.argument] : []));
    const own = value.properties.flatMap((one) => (one.type === 'Property' ? [one] : []));
    const initial = own.find(({ key }) => write(key) === 'initial');
    return {
      type: '',
      ...(kind && describe(kind, write)),
      ...(initial && { initial: write(initial.value) }),
      options: own.filter((one) => one !== initial).map(write),
    };
  }
  switch (write(value)) {
    case 'optional':
      return { type: 'string | undefined' };
    case 'flag':
      // Off by default, as every switch.
      return { type: 'boolean' };
  }
  throw new Error(`"${write(value)}" is no kind of attribute`);
}
