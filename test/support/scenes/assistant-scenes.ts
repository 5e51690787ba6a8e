import { answer, AssistantHarness } from '../assistant-harness.ts';
import { END, search, source, stream, text } from '../scripted-stream.ts';
import { answered, moveConversation, scene } from './assistant-scene.ts';
import { QUESTION_SCENES } from './question-scenes.ts';
import type { Scene } from './scene.ts';

/** An answer with everything that answers about documentation usually hold. */
export const ANSWER = `Use **middleware** and \`next()\`, see [the guide](/guides/middleware):

\`\`\`ts
export const onRequest = (context, next) => next();
\`\`\`

| Option | Default |
|---|---|
| order | pre |

- [x] done
`;
export const SOURCES = Array.from({ length: 5 }, (_, page) => ({
  path: `guides/page-${page}`,
  title: `Page ${page}`,
}));
export const SUGGESTIONS = '["How do I deploy?", "What is an island?"]';

const STEPS = `To deploy a site with the Node adapter:

1. Install the adapter:

   \`\`\`sh
   npx astro add node
   \`\`\`

2. Set the mode in \`astro.config.mjs\`:

   \`\`\`js title="astro.config.mjs"
   import { defineConfig } from 'astro/config';
   import node from '@astrojs/node';

   export default defineConfig({ adapter: node({ mode: 'standalone' }) });
   \`\`\`

3. Build the site and start the server:

   \`\`\`sh
   npm run build && node ./dist/server/entry.mjs
   \`\`\`

> The server listens on port 4321. Set \`PORT\` to change it.

## Next

- Put a reverse proxy in front of it.
- Read about [on-demand rendering](/guides/on-demand-rendering).
`;

const WIDE = `All options of the adapter in one table:

| Option | Type | Default | Environment variable | Description |
|---|---|---|---|---|
| \`mode\` | \`"standalone" \\| "middleware"\` | none | none | Whether the build starts a server or exports a handler |
| \`bodySizeLimit\` | \`number\` | \`1073741824\` | \`BODY_SIZE_LIMIT\` | The largest request body in bytes |
| \`staticHeaders\` | \`boolean\` | \`false\` | none | Whether headers of prerendered pages are kept |

\`\`\`sh
docker run --rm --publish 4321:4321 --env HOST=0.0.0.0 --env PORT=4321 --volume ./data:/app/data registry.example.com/acme/docs:1.14.2
\`\`\`
`;

const TABS = `Install the adapter with your package manager:

::: code-group

\`\`\`sh [npm]
npm install @astrojs/node
\`\`\`

\`\`\`sh [pnpm]
pnpm add @astrojs/node
\`\`\`

\`\`\`sh [Yarn]
yarn add @astrojs/node
\`\`\`

:::

Then start it, on your system:

=== "Linux and macOS"

    Set the port in the same line:

    \`\`\`sh
    PORT=8080 node ./dist/server/entry.mjs
    \`\`\`

=== "Windows"

    \`\`\`powershell
    $env:PORT = 8080; node .\\dist\\server\\entry.mjs
    \`\`\`
`;

const MATH = String.raw`The time of a request is \(t = \frac{n}{r}\), and with $k$ retries that wait $2^i$ seconds:

$$
\begin{aligned}
T_k &= \sum_{i=0}^{k} \left( t + 2^i \right) \\
    &= (k + 1)\,t + 2^{k+1} - 1
\end{aligned}
$$

A plan of $20 a month pays for \(\lfloor \sqrt{x} \rfloor\) of them, where

\[
f(x) = \begin{cases} 1 & x > 0 \\ \hat{x} \cdot \begin{pmatrix} a & b \\ c & d \end{pmatrix} & \text{otherwise} \end{cases}
\]

What is no LaTeX stays as it is written: $\unknown{x}$.
`;

const MARKS = stream([
  [
    ...search('run code', [{ path: 'guides/middleware', content: 'Middleware **runs** first.' }]),
    { type: 'reasoning-delta', id: 'r', delta: 'First this, then that.' },
    source('/guides/middleware', 'Middleware'),
    text('Use it [1], and `next()`:\n\n```ts\nconst a: string = "x"; // why\n```\n'),
    END,
  ],
]);

const NEXT = `
\`\`\`suggestions
(Middleware)[/guides/middleware]
(On-demand rendering)[/guides/on-demand-rendering]
How do I protect a page?
Which adapters are there?
\`\`\`
`;

const TOOLS = stream(
  [
    [
      ...search('middleware'),
      { type: 'tool-input-available', toolCallId: 'a', toolName: 'readPage', input: {} },
      { type: 'tool-input-available', toolCallId: 'b', toolName: 'loadSkill', input: {} },
    ],
    [
      { type: 'tool-output-error', toolCallId: 'a', errorText: 'no' },
      { type: 'tool-output-available', toolCallId: 'b', output: {} },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'web_search', input: {} },
      { type: 'tool-input-available', toolCallId: 'd', toolName: 'runQuery', input: {} },
    ],
    [END],
  ],
  { held: true },
);

const RTL_ANSWER = `ضع الصفحات في المجلد \`src/pages/\`، ثم شغّل \`npm run dev\`:

1. أنشئ ملفًا باسم \`src/pages/index.astro\`.
2. افتح [الدليل](/guides/pages).

\`src/pages/\` هو المجلد الأول:

\`\`\`sh
ls src/pages/
\`\`\`

| الاسم | المجلد |
|---|---|
| الصفحات | في \`src/pages/\` |
`;

/** Links that leave the site: some say so, some say something else. */
const LINKS = stream([
  [
    source('https://docs.example.com.accounts.evil.example/guides/middleware', 'https://docs.example.com'),
    source('/guides/middleware', 'Middleware'),
    text(`Read [the guide](/guides/middleware) and [its source](https://code.example/docs/guide.md), or write to
[us](mailto:help@docs.example.com). The specification is at <https://spec.example/http>.[1][2]

- Log in at [https://docs.example.com](https://docs.example.com.accounts.evil.example/login).
- Download [\u202emoc.elpmaxe.scod](https://evil.example/) [\u200b](https://evil.example/).

\`\`\`suggestions
(docs.example.com)[https://evil.example/next]
(How do I log out?)[?ask=How do I log out?]
\`\`\`
`),
    END,
  ],
]);

const REPLIES = [answer('Use **middleware**.'), answer('With an adapter.')];

/** A question that was answered with an error. */
function failed(name: string, status: number, headers: Readonly<Record<string, string>> = {}): Scene {
  return scene(name, { replies: [{ status, headers }] }, (assistant) => assistant.ask('How?'));
}

/** An answer that has come in part when the connection breaks. */
function cutOff(name: string, { pieces = [], ...reply }: ReturnType<typeof answer>): Scene {
  const replies = [{ ...reply, pieces: pieces.slice(0, -1), broken: true }];
  return scene(name, { replies }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.find('.prose')?.textContent !== '');
    await assistant.release();
    await assistant.until(() => assistant.find('.answer .retry') !== null);
  });
}

export function setOnline(value: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value });
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
}

export async function askTwice(assistant: AssistantHarness): Promise<void> {
  await assistant.ask('How do I run code?');
  assistant.element.reset();
  await assistant.ask('How do I deploy?');
}

export async function openHistory(assistant: AssistantHarness): Promise<void> {
  await assistant.show();
  await assistant.click('[part=history]');
  await assistant.until(() => assistant.focused.includes('history-back'));
}

/** Rates an answer negative, so that the form is open. */
export async function rate(assistant: AssistantHarness): Promise<void> {
  await assistant.ask('How?');
  await assistant.click('[data-rating=negative]');
  await assistant.until(() => assistant.find('[part=feedback-form]') !== null);
}

/** Takes away what the scenes have put onto the page. */
export function resetAssistantScenes(): void {
  AssistantHarness.reset();
  Reflect.deleteProperty(navigator, 'onLine');
}

export const ASSISTANT_SCENES: readonly Scene[] = [
  // The labels of a language other than English and German are loaded.
  scene('closed', {}, (assistant) =>
    assistant.until(
      () => (document.documentElement.lang === 'en') === assistant.launcher.textContent.includes('Ask'),
    ),
  ),
  scene('new', { attributes: { suggestions: SUGGESTIONS } }, (assistant) => assistant.show()),
  scene('not set up', { attributes: { endpoint: '' } }, (assistant) => assistant.show()),
  scene('searching', { replies: [answer(ANSWER, { held: true })] }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('.step[data-state=running]') !== null);
  }),
  scene('streaming', { replies: [answer([ANSWER, 'more'], { held: true })] }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.find('.prose table') !== null);
  }),
  answered('answered', answer(`${ANSWER}\n\`\`\`suggestions\n(Next)[/next]\n\`\`\`\n`, { sources: SOURCES })),
  answered(
    'an uncertain answer',
    stream([
      [
        source('guides/adapters', 'Adapters'),
        text('These passages may help:\n\n### [Adapters](/guides/adapters) [1]\n\nAn adapter runs the site.'),
        { ...END, messageMetadata: { ...END.messageMetadata, certainty: 'low' } },
      ],
    ]),
  ),
  answered('what to read and ask next', answer(`Use middleware.\n${NEXT}`)),
  scene('tools that run, are done and failed', { replies: [TOOLS] }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.release();
    // Until the words are loaded, a step is the name of its tool.
    await assistant.until(() => {
      const steps = assistant.texts('.step');
      return steps.length === 5 && !steps.some((step) => /^\w+$/.test(step));
    });
  }),
  scene('out of reach, with a search on the page', { replies: [{ status: 503 }] }, async (assistant) => {
    const search = document.createElement('docs-search');
    search.className = 'test';
    Object.assign(search, { endpoint: assistant.endpoint, domain: 'docs' });
    document.body.append(search);
    await assistant.ask('How?');
  }),
  answered('steps with code', answer(STEPS, { sources: SOURCES.slice(0, 2) }), 'How do I deploy with Node?'),
  answered('a wide table and a long line of code', answer(WIDE)),
  scene('tabs, of which the second is chosen', { replies: [answer(TABS)] }, async (assistant) => {
    await assistant.ask('How do I deploy with Node?');
    await assistant.until(() => assistant.findAll('[role=tab]').length === 5);
    await assistant.until(() => assistant.find('.actions [part=copy]') !== null);
    const tab = assistant.findAll('[role=tab]')[1]!;
    tab.click();
    tab.focus();
  }),
  scene('mathematics', { replies: [answer(MATH)] }, async (assistant) => {
    await assistant.ask('How long does it take?');
    await assistant.until(() => assistant.findAll('math').length === 6);
    await assistant.until(() => assistant.find('.actions [part=copy]') !== null);
  }),
  answered('an answer from right to left', answer(RTL_ANSWER), 'ماذا أضع في `src/pages/`؟'),
  answered('links that leave the site', LINKS),
  scene('with steps, reasoning, marks and everything open', { replies: [MARKS] }, async (assistant) => {
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('[part=edit]') !== null);
    for (const details of assistant.findAll('details')) (details as HTMLDetailsElement).open = true;
    assistant.find('.mark')!.focus();
    // A window of WebKitGTK loses the focus when it becomes narrow: the scene is then without the preview.
    if (document.hasFocus()) await assistant.until(() => assistant.find('.preview') !== null);
  }),
  scene('a question waits', { replies: [answer(ANSWER, { held: true })] }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.until(() => assistant.find('[part=stop]') !== null);
    await assistant.type('And then?');
    await assistant.press('Enter');
    await assistant.until(() => assistant.find('.queue') !== null);
    await assistant.type('And then?');
  }),
  scene('the question is changed', { replies: [answer(ANSWER)] }, async (assistant) => {
    await assistant.ask('How?');
    await assistant.until(() => assistant.find('[part=edit]') !== null);
    await assistant.click('[part=edit]');
    await assistant.until(() => assistant.find('.queue') !== null);
  }),
  scene('stopped', { replies: [answer([STEPS, 'more'], { held: true })] }, async (assistant) => {
    await assistant.show();
    assistant.element.ask('How?');
    await assistant.release();
    await assistant.until(() => assistant.find('.prose ol') !== null);
    assistant.element.stop();
    await assistant.until(() => assistant.find('[part=edit]') !== null);
  }),
  scene(
    'a long answer is coming',
    { replies: [answer([STEPS + WIDE, 'more'], { held: true })] },
    async (assistant) => {
      await assistant.show();
      assistant.element.ask('How do I deploy with Node?');
      await assistant.release();
      await assistant.until(() => assistant.find('[part=newest]') !== null);
    },
  ),
  scene(
    'a long answer after another',
    { replies: [answer(STEPS), answer(STEPS + WIDE)] },
    async (assistant) => {
      await assistant.ask('How do I deploy with Node?');
      await assistant.ask('And with all options?');
      await assistant.until(() => assistant.find('[part=newest]') !== null);
    },
  ),
  scene('asking about what is selected', { attributes: { 'ask-selection': '' } }, async (assistant) => {
    const article = document.createElement('main');
    article.className = 'test';
    article.textContent = 'Middleware runs before each page.';
    document.body.prepend(article);
    document.getSelection()!.selectAllChildren(article);
    await assistant.until(() => assistant.find('[part=ask-selection]') !== null);
  }),
  ...QUESTION_SCENES,
  failed('failed', 500),
  failed('no access', 401),
  failed('unknown documentation', 404),
  failed('too large', 413),
  failed('limited', 429, { 'retry-after': '60' }),
  failed('limited for long', 429, { 'retry-after': '5400' }),
  cutOff('cut in the middle', answer(STEPS, { held: true })),
  cutOff(
    'cut in the middle, with sources',
    answer('Use **middleware**, which', { held: true, sources: SOURCES.slice(0, 2) }),
  ),
  scene('empty', { replies: [answer('')] }, (assistant) => assistant.ask('How?')),
  scene('offline, with a question that is held', {}, async (assistant) => {
    setOnline(false);
    await assistant.ask('How?');
  }),
  scene('no earlier conversations', {}, openHistory),
  scene('earlier conversations', { replies: REPLIES }, async (assistant) => {
    await askTwice(assistant);
    await openHistory(assistant);
  }),
  scene('conversations of several days, one with a name', { replies: REPLIES }, async (assistant) => {
    await askTwice(assistant);
    moveConversation(1, { days: 1, name: 'Our server' });
    await openHistory(assistant);
  }),
  scene('a conversation is being renamed', { replies: REPLIES }, async (assistant) => {
    await askTwice(assistant);
    await openHistory(assistant);
    await assistant.click('[part=history-rename]');
    await assistant.until(() => assistant.focused.includes('history-field'));
  }),
  scene(
    'a conversation was deleted, and everything is about to be',
    { replies: REPLIES },
    async (assistant) => {
      await askTwice(assistant);
      await openHistory(assistant);
      await assistant.click('[part=history-delete]');
      await assistant.click('[part=clear-data]');
    },
  ),
  scene('asked why', { replies: REPLIES }, rate),
  scene('feedback given', { replies: REPLIES }, async (assistant) => {
    await rate(assistant);
    await assistant.click('button.reason');
    await assistant.click('.feedback-end .retry');
  }),
  scene(
    'feedback not sent',
    { attributes: { 'feedback-endpoint': '/nowhere' }, replies: REPLIES },
    async (assistant) => {
      await rate(assistant);
      await assistant.click('.feedback-end .retry');
      await assistant.until(() => assistant.find('.answer [part=error]') !== null);
    },
  ),
  scene(
    'a person to talk to, in the menu',
    { attributes: { handoff: '' }, replies: REPLIES },
    async (assistant) => {
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('[part=handoff]') !== null);
      await assistant.click('.menu summary');
    },
  ),
  scene(
    'a person to talk to, after a failure',
    { attributes: { handoff: '' }, replies: [{ status: 500 }] },
    async (assistant) => {
      await assistant.ask('How?');
      await assistant.until(() => assistant.find('[part=handoff]') !== null);
    },
  ),
  scene(
    'a person to talk to, after a bad answer',
    { attributes: { handoff: 'Chat with our support' }, replies: REPLIES },
    async (assistant) => {
      await rate(assistant);
      await assistant.until(() => assistant.find('.answer > .notice-actions [part=handoff]') !== null);
      await assistant.click('button.reason');
      await assistant.click('.feedback-end .retry');
      assistant.find('.answer > .notice-actions')!.scrollIntoView({ block: 'end' });
    },
  ),
  scene(
    'closed, and asked whether it helped',
    { attributes: { 'feedback-on-close': '' }, replies: [answer('One.'), answer('Two.'), answer('Three.')] },
    async (assistant) => {
      for (const question of ['How?', 'And then?', 'And after that?']) await assistant.ask(question);
      assistant.element.hide();
      await assistant.until(() => assistant.find('[part=closing-question]') !== null);
    },
  ),
  scene('handles at the edges', {}, async (assistant) => {
    await assistant.show();
    await assistant.element.updateComplete;
    // A sheet has none.
    if (assistant.find('.panel')!.dataset.mode === 'sheet') return;
    assistant.find('.panel')!.dispatchEvent(new PointerEvent('pointerenter'));
    await assistant.until(() => assistant.find('[part=resize]') !== null);
    assistant.find('[part=resize]')!.focus();
  }),
  ...(['popover', 'sidebar', 'dialog'] as const).map((variant) =>
    scene(
      `the large view of the ${variant}`,
      { attributes: { variant }, replies: [answer(STEPS + WIDE)] },
      async (assistant) => {
        await assistant.ask('How do I deploy with Node?');
        await assistant.until(() => assistant.find('.actions [part=copy]') !== null);
        // Not on phones, where there is no such button.
        assistant.find('[part=expand]')?.click();
      },
    ),
  ),
  scene('inline', { attributes: { variant: 'inline', suggestions: SUGGESTIONS } }, (assistant) =>
    assistant.until(() => assistant.find('section') !== null),
  ),
  scene('dialog', { attributes: { variant: 'dialog' } }, (assistant) => assistant.show()),
  scene('sidebar', { attributes: { variant: 'sidebar' } }, (assistant) => assistant.show()),
];
