import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { pressKeys, setViewport } from '../../support/page-commands.ts';
import { AssistantHarness } from '../../support/assistant-harness.ts';
import { until } from '../../support/until.ts';
import { END, search, source, stream, text } from '../../support/scripted-stream.ts';

const [CALL, RESULT] = search('run code', [
  {
    path: 'guides/middleware',
    content: '## Basics\n\nMiddleware **runs** before [each page](/pages).',
    metadata: { title: 'Middleware', href: 'guides/middleware#basics' },
  },
  { path: 'guides/deploy', content: '', metadata: { title: 'Deploy' } },
]);
const SOURCES = [
  source('/guides/middleware#basics', 'Middleware › Basics'),
  source('javascript:alert(1)', 'Bad'),
];
const ANSWER = 'Use middleware [1], not that [2]. Then deploy.[3][1] And `a[1]` or [4].';

function open(attributes: Record<string, string> = {}): Promise<AssistantHarness> {
  return AssistantHarness.answered({
    attributes,
    replies: [stream([[CALL, RESULT, ...SOURCES, text(ANSWER), END]])],
  });
}

async function pointAt(element: Element): Promise<void> {
  // Until the panel stands where it is.
  await until(() => !element.closest('.panel')?.getAnimations().length);
  const { x, y, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(x + width / 2), Math.round(y + height / 2)] });
}

describe('<docs-assistant>: the sources of an answer', () => {
  beforeEach(() => setViewport({ width: 1200, height: 800 }));
  afterEach(async () => {
    await sendMouse({ type: 'move', position: [1, 1] });
    AssistantHarness.reset();
  });

  it('stand as numbered marks in the text, tied to the list', async () => {
    const assistant = await open({ 'link-base': 'https://docs.example/' });
    expect(assistant.text('.prose')).to.equal(
      'Use middleware 1, not that [2]. Then deploy.31 And a[1] or [4].',
    );
    const marks = assistant.findAll('.prose a[part=citation]') as HTMLAnchorElement[];
    expect(marks.map(({ href }) => href)).to.deep.equal([
      'https://docs.example/guides/middleware#basics',
      'https://docs.example/guides/deploy',
      'https://docs.example/guides/middleware#basics',
    ]);
    expect(marks[1]!.ariaLabel).to.equal('Source 3: Deploy');
    expect(assistant.texts('a[part=source] b')).to.deep.equal(['1', '3']);
    expect(assistant.texts('a[part=source] span')).to.deep.equal(['Middleware › Basics', 'Deploy']);
  });

  it('say the host at a mark whose page is not on the site', async () => {
    const assistant = await AssistantHarness.answered({
      attributes: { 'link-base': 'https://docs.example/' },
      replies: [
        stream([
          [
            ...['https://docs.example.evil.example/login', 'https://docs.example/guide', '/start'].map(
              (path) => source(path, 'Log in'),
            ),
            text('Log in [1], not there [2], nor there [3].'),
            END,
          ],
        ]),
      ],
    });
    const marks = assistant.findAll('.mark');
    expect(marks.map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
      'Source 1: Log in (docs.example.evil.example)',
      'Source 2: Log in',
      'Source 3: Log in',
    ]);
    expect(marks[0]!.dataset['host']).to.equal('docs.example.evil.example');
    // Firefox does not resolve `attr()` in a computed value.
    const shown = marks.map((mark) => getComputedStyle(mark, '::after').content);
    expect(shown.map((content) => /data-host|docs\.example\.evil/.test(content))).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('become marks when they are told after the text', async () => {
    const assistant = await AssistantHarness.show({
      replies: [
        stream([[text('Use it [1].\n\nMore')], [source('/a', 'A')], [text(' [1]'), END]], { held: true }),
      ],
    });
    assistant.element.ask('How?');
    await assistant.until(() => assistant.text('.prose') === 'Use it [1].More');
    await assistant.release();
    await assistant.until(() => assistant.findAll('.mark').length === 1);
    await assistant.release();
    await assistant.release();
    await assistant.until(() => assistant.findAll('.mark').length === 2);
  });

  it('are followed by the page in its own way from the marks, too', async () => {
    const assistant = await open();
    const followed: unknown[] = [];
    assistant.element.addEventListener('docs-assistant-navigate', (event) => {
      event.preventDefault();
      followed.push(event.detail.url, event.detail.source?.title);
    });
    await assistant.click('.mark');
    expect(followed).to.deep.equal([`${location.origin}/guides/middleware#basics`, 'Middleware › Basics']);
  });

  it('are shown beside a mark on which the pointer rests, and no longer once it has left', async () => {
    const assistant = await open();
    await pointAt(assistant.find('.mark')!);
    await assistant.until(() => assistant.find('[part=preview]') !== null);
    expect(assistant.texts('.preview p')).to.deep.equal([
      'Middleware › Basics',
      'Basics Middleware runs before each page.',
      '/guides/middleware',
    ]);
    const mark = assistant.find('.mark')!;
    expect(mark.getAttribute('aria-describedby')).to.equal(assistant.find('[role=tooltip]')!.id);
    expect(assistant.findAll('.source[data-current]').length).to.equal(1);

    const box = assistant.find('.preview')!;
    await assistant.until(() => box.getBoundingClientRect().bottom <= mark.getBoundingClientRect().top);
    await pointAt(box);
    await pointAt(assistant.input);
    await assistant.until(() => assistant.find('.preview') === null);
    expect(mark.hasAttribute('aria-describedby')).to.equal(false);
    expect(assistant.findAll('[data-current]').length).to.equal(0);
  });

  it('are shown beside the link that has the focus, until Escape', async () => {
    const assistant = await open();
    assistant.find('.messages')!.focus();
    await pressKeys('Tab');
    await assistant.until(() => assistant.text('.preview-title') === 'Middleware › Basics');
    await pressKeys('Escape');
    await assistant.until(() => assistant.find('.preview') === null);
    expect(assistant.isOpen).to.equal(true);
    await pressKeys('Tab');
    await assistant.until(() => assistant.text('.preview-title') === 'Deploy');
    await pressKeys('Escape');
    await pressKeys('Escape');
    expect(assistant.isOpen).to.equal(false);
  });

  it('let their preview go with the answer', async () => {
    const assistant = await open();
    await pointAt(assistant.find('.mark')!);
    await assistant.until(() => assistant.find('.preview') !== null);
    assistant.element.reset();
    await assistant.until(() => assistant.find('.preview') === null);
  });

  it('keep their beginnings over a reload', async () => {
    const assistant = await (await open()).reload();
    await assistant.show();
    await pointAt(assistant.find('.mark')!);
    await assistant.until(() => assistant.texts('.preview p').length === 3);
  });
});
