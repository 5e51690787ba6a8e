import type { AssistantHarness } from './assistant-harness.ts';

/** Save the conversation. @returns what the browser is given to download */
export async function saveThread(assistant: AssistantHarness): Promise<{ name: string; text: string }> {
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  let file: Blob | null = null;
  let name = '';
  URL.createObjectURL = (blob: Blob) => {
    file = blob;
    return createObjectURL.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    name = this.download;
  };
  try {
    await assistant.click('.menu summary');
    await assistant.click('[part=save]');
    await assistant.until(() => name !== '');
  } finally {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  }
  return { name, text: await file!.text() };
}

/** Print the conversation. @returns the text of what the browser is given to print, and the frame that it is in */
export async function printThread(
  assistant: AssistantHarness,
): Promise<{ text: string; frame: HTMLIFrameElement }> {
  const { prepend } = Element.prototype;
  const frames: HTMLIFrameElement[] = [];
  let printed = '';
  Element.prototype.prepend = function (...nodes) {
    prepend.apply(this, nodes);
    for (const frame of nodes) {
      if (!(frame instanceof HTMLIFrameElement)) continue;
      frames.push(frame);
      frame.contentWindow!.print = () => (printed = frame.contentDocument!.body.innerText);
    }
  };
  try {
    await assistant.click('[part=print]');
    await assistant.until(() => printed !== '');
  } finally {
    Element.prototype.prepend = prepend;
  }
  return { text: printed.replace(/\s+/g, ' ').trim(), frame: frames[0]! };
}
