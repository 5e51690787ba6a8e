import type { ReactiveControllerHost } from 'lit';
import { launchLabels } from '../../strings/early.ts';
import { matchLanguage } from '../../../protocol/language-tag.ts';

/** An element with labels. */
export interface LabelHost extends ReactiveControllerHost, HTMLElement {
  readonly interfaceLanguage: string;
  readonly frame: HTMLElement;
  labels: Readonly<Record<string, string>> | undefined;
}

/** Bundled languages that are written from right to left. */
const RIGHT_TO_LEFT = { ar: true, he: true };

/** Update the labels and the direction of an element with the language around it. */
export function watchLanguage(host: LabelHost): void {
  if (host.labels) return;
  const hostUpdate = (): void => {
    const language = matchLanguage(host.interfaceLanguage, launchLabels);
    host.labels = language ? launchLabels[language]! : {};
    host.frame.dir = readDirection(host);
  };
  hostUpdate();
  host.addController({ hostUpdate });
  host.requestUpdate();
}

/** Return `rtl` if the interface is in such a language and the page sets no direction; else `''`, for that of the page. */
function readDirection(element: Element): 'rtl' | '' {
  const spoken = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  const directed = element.closest('[dir]');
  // A direction that is set at the language, or further in, is meant for it.
  if (directed && spoken.contains(directed)) return '';
  return matchLanguage(spoken.lang, RIGHT_TO_LEFT) ? 'rtl' : '';
}
