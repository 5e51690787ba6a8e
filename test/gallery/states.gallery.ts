import { emulatePreferences, setViewport } from '../support/page-commands.ts';
import { EXHIBITS, resetExhibits } from '../support/scenes/exhibits.ts';
import type { OpenScene } from '../support/scenes/scene.ts';
import { readSelection, takePicture } from './gallery-commands.ts';
import { LOOKS } from './looks.ts';

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
    afterEach(resetExhibits);

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
