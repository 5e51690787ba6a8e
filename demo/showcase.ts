import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Documentation, Page } from './documentation.ts';

/** A question and its answer, as a model has written it. */
interface Recording {
  readonly question: string;
  /** Markdown; `[1]` cites the first page. */
  readonly answer: string;
  /** Pages that it cites, as in links between the files. */
  readonly pages: readonly string[];
}

interface ShowcaseWords extends Recording {
  readonly label: string;
  readonly caption: string;
  readonly ask: string;
}

const CODE = `\`\`\`html
<script type="module" src="/cdn/docs-assistant.js"></script>

<docs-search endpoint="/docs-api" domain="docs"></docs-search>
<docs-assistant endpoint="/docs-api" domain="docs"></docs-assistant>
\`\`\``;

const english: ShowcaseWords = {
  label: 'A question and its answer',
  caption: 'A recorded answer, drawn by the element on this page.',
  ask: 'Ask your own',
  question: 'How do I add the assistant to my site?',
  answer: `Serve the built site once, then put three lines into the template of your pages [1]:

${CODE}

- \`endpoint\` is the path of the proxy; the key stays on the server [2].
- A page loads one script of 8 kB. The chat and the results follow when somebody first uses them.

For VitePress, Starlight, Docusaurus and others the lines stand on the page of the generator [3].

\`\`\`suggestions
Which Content-Security-Policy do I need?
Can I use my own model?
\`\`\``,
  pages: ['getting-started', 'proxy', 'generators'],
};

const german: ShowcaseWords = {
  label: 'Eine Frage und ihre Antwort',
  caption: 'Eine aufgezeichnete Antwort, gezeichnet vom Element auf dieser Seite.',
  ask: 'Selbst fragen',
  question: 'Wie binde ich den Assistenten ein?',
  answer: `Stellen Sie die gebaute Site einmal bereit und setzen Sie drei Zeilen in die Vorlage Ihrer Seiten [1]:

${CODE}

- \`endpoint\` ist der Pfad des Proxys; der Schlüssel bleibt auf dem Server [2].
- Eine Seite lädt ein Skript von 8 kB. Chat und Treffer folgen, sobald sie jemand benutzt.

Für VitePress, Starlight, Docusaurus und andere stehen die Zeilen auf der Seite des Generators [3].

\`\`\`suggestions
Welche Content-Security-Policy brauche ich?
Kann ich ein eigenes Modell verwenden?
\`\`\``,
  pages: ['getting-started', 'proxy', 'generators'],
};

/** Draw the place of the recorded answer on the home page. `assets/showcase.js` fills it. */
export function drawShowcase(documentation: Documentation, page: Page): Element {
  const { label, caption, ask, question, answer, pages: slugs } = page.language === 'de' ? german : english;
  const pages = slugs.flatMap((slug) => {
    const found = documentation.pages.find(
      (other) => other.slug === slug && other.version === page.version && other.language === page.language,
    );
    return found ? [{ path: `/${found.path}`, title: found.title }] : [];
  });
  return h(
    'section.showcase',
    { ariaLabel: label, dataRecording: JSON.stringify({ question, answer, pages }) },
    [
      h('div.window'),
      h('p', [h('small', caption), ' ', h('button', { type: 'button', dataDocsAssistant: '' }, ask)]),
    ],
  );
}
