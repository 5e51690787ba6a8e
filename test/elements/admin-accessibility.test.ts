import { expect } from '@open-wc/testing';
import { AdminHarness, json, scriptReplies, session, update } from '../support/admin-harness.ts';
import {
  ALL,
  DEPLOYED,
  DONE_SESSION,
  END,
  FAILED,
  LOGS,
  ODD,
  openDeployment,
  openDeploymentWith,
  openJobs,
  openJobsWith,
  picture,
  REFUSED,
  RUNNING,
} from '../support/admin-scenes.ts';
import { emulatePreferences, pressKeys, setViewport, typeText } from '../support/page-commands.ts';

type Attributes = Record<string, string>;
type State = readonly [state: string, reach: (attributes: Attributes) => Promise<AdminHarness>];

const SILENT = session('silent', { haulted: true, haultReason: null });

/** Opens the list with the detail of this session beside it. */
async function openDetail(chosen: { sessionId: string }, attributes: Attributes): Promise<AdminHarness> {
  const jobs = await openJobsWith([...ALL, FAILED, SILENT], attributes);
  jobs.element.select(chosen.sessionId);
  await jobs.until(() => jobs.has('#name'));
  return jobs;
}

/** Opens an element whose server answers no more after the first time. */
async function loseConnection(harness: AdminHarness): Promise<AdminHarness> {
  await harness.click('[part=refresh]');
  await harness.until(() => harness.has('[part=retry]'));
  return harness;
}

const JOBS: readonly State[] = [
  ['not set up', (attributes) => openJobs('', attributes)],
  [
    'loading',
    async (attributes) => {
      const endpoint = await scriptReplies([json({ allSessions: [] }, { held: true })]);
      const jobs = await openJobs(endpoint, attributes);
      await jobs.until(() => jobs.has('.skeleton'));
      return jobs;
    },
  ],
  [
    'no session',
    async (attributes) => {
      const jobs = await openJobs(await scriptReplies([{ allSessions: [] }]), attributes);
      await jobs.until(() => jobs.has('[part=empty]'));
      return jobs;
    },
  ],
  ['a list', (attributes) => openJobsWith([...ALL, FAILED, SILENT], attributes)],
  ['a session that is running', (attributes) => openDetail(RUNNING, attributes)],
  ['a session that is completed', (attributes) => openDetail(DONE_SESSION, attributes)],
  ['a repository that is not set up', (attributes) => openDetail(REFUSED, attributes)],
  ['a session that failed', (attributes) => openDetail(FAILED, attributes)],
  ['a reason that is not known', (attributes) => openDetail(ODD, attributes)],
  ['no reason', (attributes) => openDetail(SILENT, attributes)],
  [
    'nothing found',
    async (attributes) => {
      const jobs = await openJobsWith(ALL, attributes);
      await jobs.type('[part=search]', 'nothing of this kind');
      return jobs;
    },
  ],
  [
    'refused',
    async (attributes) => {
      const jobs = await openJobs(await scriptReplies([json({}, { status: 403 })]), attributes);
      await jobs.until(() => jobs.has('[part=error]'));
      return jobs;
    },
  ],
  ['a lost connection', async (attributes) => loseConnection(await openJobsWith(ALL, attributes))],
];

const DEPLOYMENTS: readonly State[] = [
  ['not set up', (attributes) => openDeployment('', attributes)],
  ['no update yet', async (attributes) => openDeployment(await scriptReplies([]), attributes)],
  [
    'asking back',
    async (attributes) => {
      const deployment = await openDeployment(await scriptReplies([]), attributes);
      await deployment.click('[part=start]');
      await deployment.until(() => deployment.focused === 'confirm');
      return deployment;
    },
  ],
  [
    'starting',
    async (attributes) => {
      const endpoint = await scriptReplies([json({ statusId: 'u1' }, { held: true })]);
      const deployment = await openDeployment(endpoint, attributes);
      void deployment.element.start();
      await deployment.until(() => deployment.has('[part=steps]'));
      return deployment;
    },
  ],
  [
    'being read for the first time',
    async (attributes) => {
      const endpoint = await scriptReplies([json(DEPLOYED, { held: true })]);
      return openDeployment(endpoint, { 'status-id': 'u1', ...attributes });
    },
  ],
  ['queued', (attributes) => openDeploymentWith(update('queued'), attributes)],
  [
    'in progress',
    (attributes) => openDeploymentWith(update('in_progress', { logs: LOGS, summary: 'Reading' }), attributes),
  ],
  [
    'deployed, everything open',
    async (attributes) => {
      const shots = { screenshotLight: picture('red'), screenshotDark: '/demo/assets/icon.svg' };
      const deployment = await openDeploymentWith({ ...DEPLOYED, ...shots }, attributes);
      for (const summary of deployment.findAll('summary')) summary.click();
      await deployment.until(() => deployment.findAll('details li').length === 4);
      await deployment.type('[part=search]', 'warning');
      return deployment;
    },
  ],
  [
    'a screenshot that cannot be shown',
    (attributes) => openDeploymentWith({ ...DEPLOYED, screenshot: 'javascript:alert(1)' }, attributes),
  ],
  [
    'failed',
    (attributes) =>
      openDeploymentWith(
        update('failure', { ...END, logs: LOGS, summary: 'It has no branch of that name.' }),
        attributes,
      ),
  ],
  [
    'a state that is not known',
    (attributes) => openDeploymentWith(update('simmering', { source: 'carrier-pigeon' }), attributes),
  ],
  [
    'refused',
    async (attributes) => {
      const deployment = await openDeployment(await scriptReplies([json({}, { status: 403 })]), attributes);
      await deployment.element.start();
      await deployment.until(() => deployment.has('[part=retry]'));
      return deployment;
    },
  ],
  [
    'not known any more',
    async (attributes) => {
      const endpoint = await scriptReplies([json({}, { status: 404 })]);
      const deployment = await openDeployment(endpoint, { 'status-id': 'gone', ...attributes });
      await deployment.until(() => deployment.has('[part=error]'));
      return deployment;
    },
  ],
  [
    'a lost connection',
    async (attributes) =>
      loseConnection(await openDeploymentWith(update('in_progress', { logs: LOGS }), attributes)),
  ],
  ['a badge, not set up', (attributes) => openDeployment('', { variant: 'badge', ...attributes })],
  [
    'a badge, no update yet',
    async (attributes) => openDeployment(await scriptReplies([]), { variant: 'badge', ...attributes }),
  ],
  ...['in_progress', 'success', 'failure', 'simmering'].map<State>((status) => [
    `a badge, ${status}`,
    async (attributes) => {
      const endpoint = await scriptReplies([update(status)]);
      const badge = await openDeployment(endpoint, {
        ...{ 'status-id': 'u1', 'poll-interval': '0', variant: 'badge' },
        ...attributes,
      });
      await badge.until(() => badge.text('[part=badge]') !== '…');
      return badge;
    },
  ]),
];

/** Presses Tab until a part has the focus. */
async function tabTo(harness: AdminHarness, part: string): Promise<void> {
  const passed: string[] = [];
  do {
    await pressKeys('Tab');
    passed.push(harness.focused);
    if (passed.length > 30) throw new Error(`${part} is not among ${passed.join(' | ')}`);
  } while (harness.focused !== part);
}

/** Boxes whose content is wider than they are. */
function overflowing(harness: AdminHarness): string[] {
  return harness
    .findAll('.card, .header, .list, .detail, .section, .log, .notice, .question')
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map(({ className, scrollWidth, clientWidth }) => `${className} ${scrollWidth} > ${clientWidth}`);
}

for (const [tag, states] of [
  ['docs-agent-jobs', JOBS],
  ['docs-deployment', DEPLOYMENTS],
] as const) {
  describe(`<${tag}> for everybody`, () => {
    beforeEach(() => setViewport({ width: 1000, height: 800 }));
    afterEach(async () => {
      AdminHarness.reset();
      await emulatePreferences({ forcedColors: 'none', reducedMotion: 'no-preference' });
    });

    for (const [state, reach] of states) {
      for (const theme of ['light', 'dark']) {
        it(`has no axe violation: ${state}, ${theme}`, async () => {
          const { element } = await reach({ theme });
          await element.updateComplete;
          await expect(element).to.be.accessible();
        });
      }

      it(`has no axe violation in forced colours, and does not move unasked: ${state}`, async () => {
        await emulatePreferences({ forcedColors: 'active', reducedMotion: 'reduce' });
        const { element, root } = await reach({});
        await element.updateComplete;
        await expect(element).to.be.accessible();
        const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const moving = root.getAnimations().filter((animation) => {
          const { iterations } = animation.effect!.getComputedTiming();
          return iterations === Infinity;
        });
        if (isReduced) expect(moving.length).to.equal(0);
      });

      it(`stands the other way round, and fits, where one reads from right to left: ${state}`, async () => {
        document.documentElement.dir = 'rtl';
        document.documentElement.lang = 'ar';
        const harness = await reach({});
        await harness.until(() => harness.find('.docs')!.lang === 'ar');
        expect(overflowing(harness)).to.deep.equal([]);
        const [heading, header] = harness.findAll('h2, .header').map((box) => box.getBoundingClientRect());
        if (heading && header) expect(header.right - heading.right).to.be.lessThan(header.width / 2);
      });
    }

    for (const [what, width, height] of [
      ['320 pixels', 320, 640],
      ['a magnification to 200 %', 640, 400],
    ] as const) {
      it(`fits a window of ${what}, in every state`, async () => {
        await setViewport({ width, height });
        for (const [state, reach] of states) {
          const harness = await reach({});
          await harness.element.updateComplete;
          expect(overflowing(harness), state).to.deep.equal([]);
          AdminHarness.reset();
        }
      });
    }
  });
}

describe('<docs-agent-jobs> by keyboard', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  it('is searched, filtered, read and left', async () => {
    const jobs = await openJobsWith([...ALL, FAILED]);
    const at = () => (jobs.root.activeElement as HTMLElement).dataset['id'];
    jobs.find('[part=heading]')!.focus();
    await tabTo(jobs, 'refresh');
    await tabTo(jobs, 'search');
    await typeText('docs');
    await jobs.until(() => jobs.text('[part=count]') === '4 sessions');

    await pressKeys('Tab');
    expect((jobs.root.activeElement as HTMLInputElement).type).to.equal('radio');
    for (let press = 0; press < 3; press++) await pressKeys('ArrowRight');
    await jobs.until(() => jobs.text('[part=count]') === '2 sessions');
    for (let press = 0; press < 3; press++) await pressKeys('ArrowLeft');
    await jobs.until(() => jobs.text('[part=count]') === '4 sessions');

    await tabTo(jobs, 'session');
    expect(at()).to.equal('links');
    await pressKeys('ArrowDown');
    await pressKeys('ArrowUp');
    await pressKeys('Enter');
    await jobs.until(() => jobs.focused === 'name');
    await pressKeys('Tab');
    expect(jobs.root.activeElement!.className).to.contain('when');
    await tabTo(jobs, 'pull-request');

    await pressKeys('Escape');
    await jobs.until(() => at() === 'links');
    await pressKeys('Shift', 'Tab');
    await pressKeys('Shift', 'Tab');
    expect(jobs.focused).to.equal('search');
  });

  it('leaves the focus on the title when what had it is gone', async () => {
    const endpoint = await scriptReplies([json({}, { status: 503 }), { allSessions: ALL }]);
    const jobs = await openJobs(endpoint);
    await jobs.until(() => jobs.has('[part=retry]'));
    jobs.find('[part=retry]')!.focus();
    await pressKeys('Enter');
    await jobs.until(() => !jobs.has('[part=retry]') && jobs.focused === 'heading');
  });

  it('begins all names at the same side, whatever they are written in', async () => {
    const names = ['docs/latin', '\u05e2\u05d1\u05e8\u05d9\u05ea'];
    for (const dir of ['ltr', 'rtl']) {
      document.documentElement.dir = dir;
      const jobs = await openJobsWith(names.map((branch, id) => session(String(id), { branch })));
      const sides = jobs.findAll('.name').map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        const { left, right } = range.getBoundingClientRect();
        return Math.round(dir === 'rtl' ? right : left);
      });
      expect(sides[0], dir).to.equal(sides[1]);
      jobs.element.remove();
    }
  });

  it('turns the way back round where one reads from right to left', async () => {
    await setViewport({ width: 500, height: 700 });
    document.documentElement.dir = 'rtl';
    const jobs = await openJobsWith(ALL);
    await jobs.click('.session');
    const arrow = jobs.find('[part=back] svg')!;
    expect(getComputedStyle(arrow).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
    expect(arrow.getBoundingClientRect().left).to.be.greaterThan(
      jobs.find('#name')!.getBoundingClientRect().left,
    );
  });
});

describe('<docs-deployment> by keyboard', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  it('starts an update, reads what came of it and searches the log', async () => {
    const deployment = await openDeployment(await scriptReplies([{ statusId: 'u1' }, DEPLOYED]));
    deployment.find('[part=heading]')!.focus();
    await tabTo(deployment, 'start');
    await pressKeys('Enter');
    await deployment.until(() => deployment.focused === 'confirm');
    await tabTo(deployment, 'confirm-yes');
    await pressKeys('Enter');
    await deployment.until(() => deployment.text('[part=state]') === 'Deployed');
    expect(deployment.focused).to.equal('heading');

    await tabTo(deployment, 'start');
    await pressKeys('Tab');
    expect(deployment.root.activeElement!.className).to.contain('when');
    await pressKeys('Tab');
    expect(deployment.root.activeElement!.localName).to.equal('summary');
    await pressKeys('Enter');
    await deployment.until(() => deployment.texts('details li').includes('c/new.md'));

    await tabTo(deployment, 'search');
    await typeText('warn');
    await deployment.until(() => deployment.findAll('.line').length === 1);
    await pressKeys('Tab');
    expect(deployment.focused).to.equal('copy');
    await pressKeys('Tab');
    expect(deployment.focused).to.equal('log');
  });
});

describe('the elements for maintainers on a page with a will of its own', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(async () => {
    AdminHarness.reset();
    document.adoptedStyleSheets = [];
    await emulatePreferences({ forcedColors: 'none' });
  });

  const look = (harness: AdminHarness, selectors: readonly string[]): string[] =>
    selectors.map((selector) => {
      const style = getComputedStyle(harness.find(selector)!);
      const names = [
        'color',
        'fontFamily',
        'fontStyle',
        'fontVariant',
        'fontWeight',
        'letterSpacing',
        'lineHeight',
        'textAlign',
        'textIndent',
        'textShadow',
        'textTransform',
        'whiteSpace',
        'wordSpacing',
      ] as const;
      // Text is as large as the page has it, or larger.
      return `${selector} ${names.map((name) => style[name].replaceAll(/[\d.]+px/g, '')).join(' ')}`;
    });

  for (const [what, open, selectors] of [
    [
      'the list of sessions',
      () => openDetail(DONE_SESSION, {}),
      ['h2', '[part=search]', 'label span', '.name', '.state', '.line', 'h3', 'dd', '.message', '.content'],
    ],
    [
      'the deployment',
      () => openDeploymentWith(DEPLOYED),
      [
        'h2',
        '.state',
        '[part=start]',
        '.step',
        '.summary',
        'dd',
        '.title',
        'summary',
        '.line',
        '[part=copy]',
      ],
    ],
    ['the badge', () => openDeploymentWith(DEPLOYED, { variant: 'badge' }), ['[part=badge]']],
  ] as const) {
    it(`looks the same whatever the page does with its own text: ${what}`, async () => {
      const plain = await open();
      const before = look(plain, selectors);
      plain.element.remove();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        html { font: italic small-caps 700 22px/3 serif; letter-spacing: 3px; text-indent: 40px; text-transform: uppercase; }
        body { text-align: center; white-space: pre; word-spacing: 9px; text-shadow: 0 0 9px red; }
        * { color: red; border: 9px solid red; }
        button, input, ul, h2, .card, .state { background: red; padding: 50px; }`);
      document.adoptedStyleSheets = [sheet];
      expect(look(await open(), selectors)).to.deep.equal(before);
    });
  }

  it('can be told apart in forced colours: the session that is chosen, and the filter', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const jobs = await openDetail(DONE_SESSION, {});
    const isForced = matchMedia('(forced-colors: active)').matches;
    for (const selector of ['.session[aria-selected=true]', ':checked + span'])
      expect(getComputedStyle(jobs.find(selector)!).outlineStyle === 'solid').to.equal(isForced);
    expect(getComputedStyle(jobs.find('.session[aria-selected=false]')!).outlineStyle).to.equal('none');
  });
});
