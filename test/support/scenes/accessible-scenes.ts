import { expectAccessible } from '../accessible.ts';
import { AdminHarness } from '../admin-harness.ts';
import { emulatePreferences, setViewport } from '../page-commands.ts';
import { SearchHarness } from '../search-harness.ts';
import { DEPLOYMENT_SCENES, INSIGHTS_SCENES, JOBS_SCENES } from './admin-scenes.ts';
import { ASSISTANT_SCENES, resetAssistantScenes } from './assistant-scenes.ts';
import type { Scene } from './scene.ts';
import { SEARCH_SCENES } from './search-scenes.ts';

/** All states of all elements, beyond light and dark on a wide screen, which the tests of each element look at. */
const SCENES: Readonly<Record<string, readonly Scene[]>> = {
  'docs-assistant': ASSISTANT_SCENES,
  'docs-search': SEARCH_SCENES,
  'docs-agent-jobs': JOBS_SCENES,
  'docs-deployment': DEPLOYMENT_SCENES,
  'docs-insights': INSIGHTS_SCENES,
};

/**
 * Test that no state has an axe violation in a look. Each look has a file of its own: WebKit lost its page with the states of two.
 *
 * @param prepare is called before each state
 */
export function testScenes(look: string, prepare: () => Promise<void>): void {
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
          await expectAccessible(element);
        });
      }
    }
  });
}
