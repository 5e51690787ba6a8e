/** Answers of the scenarios, as Markdown. */

export const PLAIN = `This is a scripted answer of \`docs-assistant fake\`. Nobody has read your question.

1. Install the package.
2. Put the element into your page.
3. Set its \`endpoint\` to your server.

See [Getting started](/guides/getting-started) and [Configuration](/guides/configuration#endpoint). [1] [2]

\`\`\`suggestions
What does a table look like?
Show me some code
\`\`\`
`;

export const CODE = `Start the server, then ask it:

\`\`\`sh
npx docs-assistant fake --port 8790
curl http://127.0.0.1:8790/
\`\`\`

The same in TypeScript:

\`\`\`ts
const client = new DocsClient({ endpoint: 'http://127.0.0.1:8790', domain: 'docs' });
for await (const events of client.answer({ fp: 'me', messages })) {
  for (const event of events) console.log(event.type, 'is one of the events that an answer consists of, each with a type');
}
\`\`\`

Inline code stays in its line: \`client.answer(request)\`.
`;

export const TABLE = `These are the options:

| Option | Type | Default | Meaning |
| --- | --- | ---: | --- |
| \`endpoint\` | string | | Base address of the server, without its version |
| \`domain\` | string | | Identifier of the documentation |
| \`retrievalPageSize\` | number | 5 | Number of sections that an answer may be based on |
| \`theme\` | \`light\`, \`dark\` or \`auto\` | \`auto\` | Colours of the element |
`;

export const RIGHT_TO_LEFT = `התקינו את החבילה בעזרת \`npm install docs-assistant\`, ואז הוסיפו את הרכיב לדף.

- ראו [התחלה מהירה](/guides/getting-started)
- הגדירו את \`endpoint\` לכתובת השרת

ثبّت الحزمة أولاً، ثم أضف العنصر إلى الصفحة (2 من 3).
`;

export const UNKNOWN = `The documentation does not answer this question.`;

/** Sections of {@link LONG}. */
const LONG_SECTIONS = 40;
const PARAGRAPH =
  'A long answer is read while it grows: the panel must not jump, the button to the newest message has to appear, and a ' +
  'reader who scrolls back must not be pulled away. This paragraph is here for its length alone.';

export const LONG = Array.from(
  { length: LONG_SECTIONS },
  (_, index) => `## Step ${index + 1}\n\n${PARAGRAPH}\n\n- first item\n- second item with **emphasis**\n`,
).join('\n');
