import { executeServerCommand } from '@web/test-runner-commands';

/** Commands that a test gives to the browser; see `page-commands-plugin.ts`. */

/** Shows the page before those of other test files and gives it the focus, which a page of Firefox may lack. */
export async function focusPage(): Promise<void> {
  await executeServerCommand('focus-page');
}

/** Makes the page that wide and high, in CSS pixels. A window of WebKitGTK is never narrower than its own buttons: look at `innerWidth`. */
export async function setViewport(size: { width: number; height: number }): Promise<void> {
  await executeServerCommand('resize-page', size);
}

/** Presses keys together, the last one as a stroke: `pressKeys('Shift', 'Tab')`. */
export async function pressKeys(...keys: string[]): Promise<void> {
  await executeServerCommand('press-keys', { keys });
}

/** Types into what has the focus, one key after the other. */
export async function typeText(text: string): Promise<void> {
  for (const key of text) await pressKeys(key);
}

/** What the system of a reader may prefer. */
export interface Preferences {
  readonly forcedColors?: 'active' | 'none';
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly contrast?: 'more' | 'no-preference';
  readonly colorScheme?: 'dark' | 'light';
  /** Whether the reader has a finger and nothing else, as on a phone. Default false. */
  readonly touch?: boolean;
  /** What the page is drawn on. Default the screen. */
  readonly media?: 'print' | 'screen';
}

/**
 * Has the page believe that its reader prefers this, until it is told otherwise. Only Chromium can be told:
 * elsewhere a test sees with `matchMedia` that it is not so, and that nothing of it is done unasked.
 */
export async function emulatePreferences(preferences: Preferences): Promise<void> {
  await executeServerCommand('emulate-preferences', preferences);
}
