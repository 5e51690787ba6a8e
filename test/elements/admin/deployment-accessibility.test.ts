import { expect } from '@open-wc/testing';
import { expectAccessible } from '../../support/accessible.ts';
import { lookOf, styleThePage, tabTo, testForEverybody } from '../../support/admin-everybody.ts';
import { AdminHarness, scriptReplies } from '../../support/admin-harness.ts';
import { DEPLOYED, NO_LIST, openDeployment, openDeploymentWith } from '../../support/admin-data.ts';
import { emulatePreferences, pressKeys, setViewport, typeText } from '../../support/page-commands.ts';
import { DEPLOYMENT_SCENES } from '../../support/scenes/admin-scenes.ts';

testForEverybody('docs-deployment', DEPLOYMENT_SCENES, { hasMotion: true });

describe('<docs-deployment> by keyboard', () => {
  beforeEach(() => setViewport({ width: 1000, height: 800 }));
  afterEach(() => AdminHarness.reset());

  it('starts an update, reads what came of it and searches the log', async () => {
    const deployment = await openDeployment(await scriptReplies([NO_LIST, { statusId: 'u1' }, DEPLOYED]));
    await deployment.until(() => deployment.has('[part=empty]'));
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

describe('<docs-deployment> on a page with styles of its own', () => {
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
    await expectAccessible(element);
  });
});
