import { emulatePreferences, setViewport } from '../support/page-commands.ts';
import { AdminHarness } from '../support/admin-harness.ts';
import { PageActionsHarness } from '../support/page-actions-harness.ts';
import { PageFeedbackHarness } from '../support/page-feedback-harness.ts';
import { SearchHarness } from '../support/search-harness.ts';
import { DEPLOYMENT_SCENES, INSIGHTS_SCENES, JOBS_SCENES } from '../support/scenes/admin-scenes.ts';
import { ASSISTANT_SCENES, resetAssistantScenes } from '../support/scenes/assistant-scenes.ts';
import type { Attributes, OpenScene, Scene } from '../support/scenes/scene.ts';
import { PREVIEW_SCENES, SEARCH_SCENES } from '../support/scenes/search-scenes.ts';
import { PAGE_ACTIONS_SCENES } from '../support/scenes/page-actions-scenes.ts';
import { PAGE_FEEDBACK_SCENES } from '../support/scenes/page-feedback-scenes.ts';
import { readSelection, takePicture } from './gallery-commands.ts';
import { LOOKS } from './looks.ts';

interface Exhibit {
  readonly tag: string;
  readonly scenes: readonly Scene[];
  /** Pixels of the window where the look has none of its own: as few as show the element whole. */
  readonly width: number;
  readonly height: number;
  readonly attributes?: Attributes;
}

const EXHIBITS: readonly Exhibit[] = [
  { tag: 'docs-assistant', scenes: ASSISTANT_SCENES, width: 720, height: 760 },
  { tag: 'docs-search', scenes: SEARCH_SCENES, width: 800, height: 480 },
  {
    tag: 'docs-search dialog',
    scenes: SEARCH_SCENES,
    width: 800,
    height: 480,
    attributes: { variant: 'dialog' },
  },
  {
    tag: 'docs-search preview',
    scenes: PREVIEW_SCENES,
    width: 1280,
    height: 720,
    attributes: { variant: 'dialog' },
  },
  { tag: 'docs-page-actions', scenes: PAGE_ACTIONS_SCENES, width: 720, height: 560 },
  { tag: 'docs-page-feedback', scenes: PAGE_FEEDBACK_SCENES, width: 720, height: 400 },
  { tag: 'docs-agent-jobs', scenes: JOBS_SCENES, width: 1000, height: 760 },
  { tag: 'docs-deployment', scenes: DEPLOYMENT_SCENES, width: 800, height: 760 },
  { tag: 'docs-insights', scenes: INSIGHTS_SCENES, width: 1000, height: 760 },
];

const { look: wantedLook = '', scene: wantedScene = '' } = await readSelection();

/** Resolves when what was asked for is painted and nothing that ends is moving. */
async function settle({ element }: OpenScene): Promise<void> {
  const animations = element.shadowRoot!.getAnimations();
  for (const animation of animations) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  }
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

for (const [name, look] of Object.entries(LOOKS)) {
  if (!name.includes(wantedLook)) continue;
  describe(name, () => {
    const { language = 'en', preferences } = look;
    beforeEach(() => {
      document.documentElement.lang = language;
      document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
      document.documentElement.style.colorScheme = name === 'dark' ? 'dark' : 'light';
    });
    afterEach(() => {
      resetAssistantScenes();
      SearchHarness.reset();
      AdminHarness.reset();
      PageActionsHarness.reset();
      PageFeedbackHarness.reset();
    });

    for (const exhibit of EXHIBITS) {
      for (const scene of exhibit.scenes) {
        if (!scene.name.includes(wantedScene)) continue;
        it(`${exhibit.tag}: ${scene.name}`, async () => {
          await setViewport({ width: look.width ?? exhibit.width, height: look.height ?? exhibit.height });
          // Afterwards, because a new size is that of a screen with a mouse.
          await emulatePreferences({ forcedColors: 'none', reducedMotion: 'no-preference', ...preferences });
          await settle(await scene.open({ ...exhibit.attributes, ...look.attributes }));
          await takePicture({ look: name, tag: exhibit.tag, name: scene.name });
        });
      }
    }
  });
}
