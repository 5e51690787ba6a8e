import { answer } from '../assistant-harness.ts';
import { clarifying, END, stream, text } from '../scripted-stream.ts';
import { answered, scene } from './assistant-scene.ts';
import type { Scene } from './scene.ts';

const QUOTE = `> Middleware runs before each page of the site is rendered, on demand and while it is built.\n\n`;
const QUOTED_CODE = '```ts\nexport const onRequest = (context, next) => next();\n```\n\n';
const LONG_QUESTION = `${QUOTE}My site has several languages, and I would like to:

1. read the language of the reader,
2. redirect to the pages in that language,
3. keep the choice for the next visit.

${'It is built with the Node adapter in `standalone` mode, behind a proxy that adds headers. '.repeat(4)}

How do I do that?`;

const CLARIFYING = stream([
  [text('There are two SDKs.'), clarifying('Which SDK do you use?', ['Node', 'Python', 'Another one']), END],
]);

/** Questions about something of the page, long ones, and those of the assistant. */
export const QUESTION_SCENES: readonly Scene[] = [
  scene('a question about what is selected', {}, async (assistant) => {
    assistant.element.show({ question: `${QUOTE}${QUOTED_CODE}` });
    await assistant.until(() => assistant.findAll('.draft-quotes li').length === 2);
    await assistant.type('Why before?');
  }),
  scene('a question that is too long with its quote', {}, async (assistant) => {
    assistant.element.show({ question: `${QUOTE}${'Why? '.repeat(800)}` });
    await assistant.until(() => assistant.find('.draft-quotes ~ .hint') !== null);
  }),
  scene('asked about what is selected', { replies: [answer('Use middleware.')] }, async (assistant) => {
    await assistant.ask(`${QUOTE}${QUOTED_CODE}Why before?`);
    await assistant.until(() => assistant.find('.question blockquote') !== null);
    await assistant.until(() => assistant.find('[part=edit]') !== null);
  }),
  answered('a question back, with choices', CLARIFYING),
  answered(
    'several questions back, long and from right to left',
    stream([
      [
        clarifying('Which SDK?', ['Node', `${'A long choice '.repeat(14)}end`, '<b>Python</b>'], 'a'),
        clarifying('أي نظام تستخدم؟', ['لينكس', 'ماك'], 'b'),
        END,
      ],
    ]),
  ),
  scene(
    'a question back that was answered',
    { replies: [CLARIFYING, answer('Install it with npm.')] },
    async (assistant) => {
      await assistant.ask('How do I install it?');
      await assistant.until(() => assistant.find('button.choice') !== null);
      await assistant.click('button.choice');
      await assistant.until(() => assistant.find('[data-chosen]') !== null);
      await assistant.until(() => assistant.find('[part=edit]') !== null);
    },
  ),
  answered('a long question, folded', answer('Use middleware.'), LONG_QUESTION),
  scene('a long question, unfolded', { replies: [answer('Use middleware.')] }, async (assistant) => {
    await assistant.ask(LONG_QUESTION);
    await assistant.until(() => assistant.find('[part=fold]') !== null);
    await assistant.click('[part=fold]');
  }),
];
