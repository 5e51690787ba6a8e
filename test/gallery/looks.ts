import type { Preferences } from '../support/page-commands.ts';
import type { Attributes } from '../support/scenes/scene.ts';

/** How a page is looked at. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly attributes?: Attributes;
  readonly language?: string;
  readonly preferences?: Preferences;
}

export const LOOKS: Readonly<Record<string, Look>> = {
  light: { attributes: { theme: 'light' } },
  dark: { attributes: { theme: 'dark' } },
  phone: { width: 390, height: 780, preferences: { touch: true } },
  tablet: { width: 820, height: 1100, preferences: { touch: true } },
  'right to left': { language: 'ar' },
  japanese: { language: 'ja' },
  // What is drawn twice as large has half the pixels of its own unit.
  'zoom 200 %': { width: 640, height: 400 },
  'forced colours': { preferences: { forcedColors: 'active' } },
  'reduced motion': { preferences: { reducedMotion: 'reduce' } },
};
