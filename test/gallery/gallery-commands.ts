import { executeServerCommand } from '@web/test-runner-commands';

/** Commands of the gallery to the runner; see `gallery-plugin.ts`. */

/** What is drawn: everything, or what has these words in its name. */
export interface Selection {
  readonly look?: string | undefined;
  readonly scene?: string | undefined;
}

export function readSelection(): Promise<Selection> {
  return executeServerCommand('read-selection');
}

/** Where a picture is in the contact sheet. */
export interface Place {
  readonly look: string;
  readonly tag: string;
  readonly name: string;
}

/**
 * Take a picture of what the window shows. Without compositing, WebKitGTK takes it after the next paint: of a page at rest,
 * where none follows, it gives a blank one after 20 seconds. So something that cannot be seen is painted meanwhile.
 */
export async function takePicture(place: Place): Promise<void> {
  const { style } = document.documentElement;
  let isOpaque = false;
  let frame = requestAnimationFrame(function paint() {
    isOpaque = !isOpaque;
    style.outlineColor = isOpaque ? 'rgb(0 0 0 / 0.5%)' : 'transparent';
    frame = requestAnimationFrame(paint);
  });
  // Where colours are forced, an outline is seen. WebKit forces none.
  if (!matchMedia('(forced-colors: active)').matches) style.outline = '1px solid transparent';
  await executeServerCommand('take-picture', { ...place });
  cancelAnimationFrame(frame);
  style.removeProperty('outline');
}
