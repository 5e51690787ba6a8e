/** Write texts of any length. */
export const SAMPLES: Readonly<Record<string, (length: number) => string>> = {
  answer: createAnswer,
  list: (length) => '- a\n'.repeat(Math.ceil(length / 4)).slice(0, length),
};

/** Write a long answer with everything that answers of documentation assistants have. */
export function createAnswer(length: number): string {
  let text = '';
  for (let section = 1; text.length < length; section++) text += createSection(section);
  return text.slice(0, length);
}

function createSection(number: number): string {
  return `## Section ${number}: how the router finds a page

The **router** looks for a file whose path matches the request, *first* among the static routes and then among the
dynamic ones. A route with a parameter such as \`[slug]\` matches one segment; see [Dynamic routes](/guides/routing#dynamic-${number}).
If nothing matches, \`404.astro\` is rendered, ~~as before~~ with the status **404**.

- Static routes win over dynamic ones, so \`/posts/new\` never reaches \`/posts/[slug]\`.
- Rest parameters such as \`[...path]\` match *any* number of segments.
  - They come last, after everything that is more specific.
- Endpoints are files that end in \`.ts\` or \`.js\`.

1. Add the integration: \`npx astro add node\`.
2. Set the output in the configuration.
3. Build, and start the server with **node**.

\`\`\`ts
import { defineConfig } from 'astro/config';
import node from '@astrojs/node';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  redirects: {
    '/old-${number}': '/new-${number}',
  },
});
\`\`\`

| Option | Type | Default | Description |
| :----- | :--: | ------: | ----------- |
| \`output\` | string | \`static\` | Whether pages are rendered at build time or on demand. |
| \`base\` | string | \`/\` | The path below which the site is deployed. |
| \`port\` | number | ${4320 + number} | The port of the development server. |

> **Note:** the adapter has to be installed as well, otherwise the build ends with an error that names it.

`;
}
