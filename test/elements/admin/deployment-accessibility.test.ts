import { expect } from '@open-wc/testing';
import {
  lookOf,
  loseConnection,
  type State,
  styleThePage,
  tabTo,
  testForEverybody,
} from '../../support/admin-everybody.ts';
import { AdminHarness, json, scriptReplies, update } from '../../support/admin-harness.ts';
import {
  DEPLOYED,
  END,
  LOGS,
  openDeployment,
  openDeploymentWith,
  picture,
} from '../../support/admin-scenes.ts';
import { emulatePreferences, pressKeys, setViewport, typeText } from '../../support/page-commands.ts';

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

testForEverybody('docs-deployment', DEPLOYMENTS);

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

describe('<docs-deployment> on a page with a will of its own', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(async () => {
    AdminHarness.reset();
    document.adoptedStyleSheets = [];
    await emulatePreferences({ forcedColors: 'none' });
  });

  it('looks the same whatever the page does with its own text', async () => {
    const selectors = [
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
    ];
    const plain = await openDeploymentWith(DEPLOYED);
    const before = lookOf(plain, selectors);
    plain.element.remove();
    styleThePage();
    expect(lookOf(await openDeploymentWith(DEPLOYED), selectors)).to.deep.equal(before);
  });

  it('looks the same whatever the page does with its own text, in a badge', async () => {
    const selectors = ['[part=badge]'];
    const plain = await openDeploymentWith(DEPLOYED, { variant: 'badge' });
    const before = lookOf(plain, selectors);
    plain.element.remove();
    styleThePage();
    expect(lookOf(await openDeploymentWith(DEPLOYED, { variant: 'badge' }), selectors)).to.deep.equal(before);
  });

  it('has nothing for axe to find in forced colours', async () => {
    await emulatePreferences({ forcedColors: 'active' });
    const { element } = await openDeploymentWith(DEPLOYED);
    await expect(element).to.be.accessible();
  });
});
