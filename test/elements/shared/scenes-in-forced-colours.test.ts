import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { testScenes } from '../../support/scenes/accessible-scenes.ts';

testScenes('forced colours', async () => {
  await setViewport({ width: 1200, height: 800 });
  await emulatePreferences({ forcedColors: 'active' });
});
