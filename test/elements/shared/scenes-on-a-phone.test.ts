import { emulatePreferences, setViewport } from '../../support/page-commands.ts';
import { testScenes } from '../../support/scenes/accessible-scenes.ts';

testScenes('a phone, in Arabic', async () => {
  document.documentElement.lang = 'ar';
  document.documentElement.dir = 'rtl';
  await setViewport({ width: 390, height: 780 });
  await emulatePreferences({ touch: true });
});
