/**
 * Types of the elements in the templates of React, Preact, Solid, Vue and Svelte, made of the custom-elements manifest. The
 * published generators were tried: their JSX takes no `useRef`, and no event has its type.
 */
import type { CustomElement, Package } from 'custom-elements-manifest/schema.d.ts';

interface ElementTypes {
  readonly tag: string;
  /** Name of the class. */
  readonly name: string;
  /** Entry of the package that exports the class. */
  readonly entry: string;
  /** Name and type of each attribute, and of each property that has none of its name. */
  readonly fields: readonly (readonly [name: string, type: string, description: string | undefined])[];
  readonly events: readonly string[];
}

/** Return the declaration files by name. */
export function createFrameworkTypes(manifest: Package): Record<string, string> {
  const elements = manifest.modules.flatMap(({ path, declarations = [] }) =>
    (declarations as CustomElement[]).filter(({ tagName }) => tagName).map((one) => readElement(path, one)),
  );
  const names = elements.flatMap(({ name }) => [name, `${name}Attributes`, `${name}Events`]).join(', ');
  const imports = `import type { ${names} } from './elements.js';\n`;
  const intrinsic = (wrap: string) =>
    elements
      .map(({ tag, name }) => `'${tag}': ${wrap}<${name}, ${name}Attributes, ${name}Events>;`)
      .map((line) => `      ${line}\n`)
      .join('');
  return {
    'elements.d.ts': elements.map(declareElement).join('\n'),
    'react.d.ts': `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
${imports}
type Props<Element, Attributes, Events> = Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Attributes> &
  Attributes & { [Name in keyof Events & string as \`on\${Name}\`]?: ((event: Events[Name]) => void) | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${intrinsic('Props')}    }
  }
}
`,
    'preact.d.ts': `import type { ClassAttributes, HTMLAttributes } from 'preact';
${imports}
type Props<Element extends EventTarget, Attributes, Events> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  ClassAttributes<Element> &
  Attributes & { [Name in keyof Events & string as \`on\${Name}\`]?: ((event: Events[Name]) => void) | undefined };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
${intrinsic('Props')}    }
  }
}
`,
    'solid.d.ts': `import type { JSX } from 'solid-js';
${imports}
type Props<Element, Attributes, Events> = Omit<JSX.HTMLAttributes<Element>, keyof Attributes> &
  Attributes & { [Name in keyof Attributes & string as \`prop:\${Name}\`]?: Attributes[Name] } & {
    [Name in keyof Attributes & string as \`attr:\${Name}\`]?: Attributes[Name];
  } & { [Name in keyof Events & string as \`on:\${Name}\`]?: ((event: Events[Name]) => void) | undefined };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
${intrinsic('Props')}    }
  }
}
`,
    'vue.d.ts': `import type { HTMLAttributes, PublicProps } from 'vue';
${imports}
type Emit<Events> = { [Name in keyof Events]: (name: Name, event: Events[Name]) => void }[keyof Events] extends infer Each
  ? (Each extends unknown ? (take: Each) => void : never) extends (take: infer All) => void
    ? All
    : never
  : never;

type Camelize<Name> = Name extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camelize<Tail>>}\` : Name;

/** What Vue takes for a component: the element, with its attributes and events. Vue looks up page-size as pageSize. */
type Component<Element, Attributes, Events> = new () => Element & {
  /** @deprecated for templates only */
  $props: Omit<HTMLAttributes, keyof Attributes> & { [Name in keyof Attributes as Camelize<Name>]: Attributes[Name] } & PublicProps;
  /** @deprecated for templates only */
  $emit: Emit<Events>;
};

declare module 'vue' {
  interface GlobalComponents {
${intrinsic('Component')}  }
}
`,
    'svelte.d.ts': `import type { HTMLAttributes } from 'svelte/elements';
${imports}
type Props<Element extends EventTarget, Attributes, Events> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  Attributes & { [Name in keyof Events & string as \`on\${Name}\`]?: ((event: Events[Name]) => void) | undefined };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${intrinsic('Props')}  }
}
`,
  };
}

function readElement(path: string, element: CustomElement): ElementTypes {
  const { tagName: tag = '', name, attributes = [], members = [], events = [] } = element;
  const read = (property: string) => `${name}['${property}']`;
  const fields = [
    ...attributes.map(({ name: attribute, fieldName = '', type, description }) => {
      const text = written(type?.text ?? '');
      return [
        attribute.includes('-') ? `'${attribute}'` : attribute,
        text ? `${read(fieldName)} | ${text}` : read(fieldName),
        description,
      ] as const;
    }),
    ...members
      .filter((field) => field.kind === 'field')
      .filter((field) => !attributes.some((attribute) => attribute.name === field.name))
      .map((field) => [field.name, read(field.name), field.description] as const),
  ];
  const [, folder] = /elements\/([\w-]+)\//.exec(path)!;
  return { tag, name, entry: folder!, fields, events: events.map((event) => event.name) };
}

/** Return what an attribute may be beside the value of its property: what HTML says for a number, a switch or a list. */
function written(type: string): string | null {
  if (/\bnumber\b/.test(type)) return '`${number}`';
  if (/\bboolean\b/.test(type)) return "''";
  return /\[\]|Array/.test(type) ? 'string' : null;
}

function declareElement({ name, entry, fields, events }: ElementTypes): string {
  const lines = fields.map(
    ([field, type, description]) =>
      `${description ? `  /** ${description.replaceAll(/\s+/g, ' ')} */\n` : ''}  ${field}?: ${type} | undefined;\n`,
  );
  return `import type { ${name} } from '../${entry}.js';
export type { ${name} };

/** Attributes of the element, and the properties that have no attribute of their name. */
export interface ${name}Attributes {
${lines.join('')}}

export type ${name}Events = Pick<GlobalEventHandlersEventMap, ${events.map((event) => `'${event}'`).join(' | ')}>;
`;
}
