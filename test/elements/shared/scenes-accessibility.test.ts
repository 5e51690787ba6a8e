import { expect } from '@open-wc/testing';
import { AdminHarness } from '../../support/admin-harness.ts';
import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { SearchHarness } from '../../support/search-harness.ts';
import { DEPLOYMENT_SCENES, JOBS_SCENES } from '../../support/scenes/admin-scenes.ts';
import { ASSISTANT_SCENES, resetAssistantScenes } from '../../support/scenes/assistant-scenes.ts';
import type { Scene } from '../../support/scenes/scene.ts';
import { SEARCH_SCENES } from '../../support/scenes/search-scenes.ts';

/** All states of all elements, beyond light and dark on a wide screen, which the tests of each element look at. */
const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'docs-assistant': ASSISTANT_SCENES,
  'docs-search': SEARCH_SCENES,
  'docs-agent-jobs': JOBS_SCENES,
  'docs-deployment': DEPLOYMENT_SCENES,
};

const LOOKS: Readonly<Record<string, () => Promise<void>>> = {
  async 'a phone, in Arabic'() {
    document.documentElement.lang = 'ar';
    document.documentElement.dir = 'rtl';
    await setViewport({ width: 390, height: 780 });
    await emulatePreferences({ touch: true });
  },
  async 'forced colours'() {
    await setViewport({ width: 1200, height: 800 });
    await emulatePreferences({ forcedColors: 'active' });
  },
};

for (const [look, prepare] of Object.entries(LOOKS)) {
  describe(`every state has no axe violation: ${look}`, () => {
    beforeEach(prepare);
    afterEach(async () => {
      resetAssistantScenes();
      SearchHarness.reset();
      AdminHarness.reset();
      // A new size is that of a screen with a mouse.
      await setViewport({ width: 1200, height: 800 });
      await emulatePreferences({ forcedColors: 'none' });
    });

    for (const [tag, scenes] of Object.entries(SCENES)) {
      for (const { name, open } of scenes) {
        it(`${tag}: ${name}`, async () => {
          const { element } = await open({});
          await expect(element).to.be.accessible();
        });
      }
    }
  });
}
