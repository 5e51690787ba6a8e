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

/** Takes a picture of what the window shows. */
export async function takePicture(place: Place): Promise<void> {
  await executeServerCommand('take-picture', { ...place });
}
