import { AdminHarness } from '../admin-harness.ts';
import { PageActionsHarness } from '../page-actions-harness.ts';
import { PageFeedbackHarness } from '../page-feedback-harness.ts';
import { SearchHarness } from '../search-harness.ts';
import { DEPLOYMENT_SCENES, INSIGHTS_SCENES, JOBS_SCENES } from './admin-scenes.ts';
import { ASSISTANT_SCENES, resetAssistantScenes } from './assistant-scenes.ts';
import { PAGE_ACTIONS_SCENES } from './page-actions-scenes.ts';
import { PAGE_FEEDBACK_SCENES } from './page-feedback-scenes.ts';
import type { Attributes, Scene } from './scene.ts';
import { PREVIEW_SCENES, SEARCH_SCENES } from './search-scenes.ts';

/** The scenes of an element, as they are looked at. */
interface Exhibit {
  readonly tag: string;
  readonly scenes: readonly Scene[];
  /** Pixels of the window where the look has none of its own: as few as show the element whole. */
  readonly width: number;
  readonly height: number;
  readonly attributes?: Attributes;
}

/** All scenes of all elements: `npm run gallery` draws them, and `npm run dev -- --scene` shows one. */
export const EXHIBITS: readonly Exhibit[] = [
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

/** Take everything away that a scene has left, on the page and in its storage. */
export function resetExhibits(): void {
  resetAssistantScenes();
  SearchHarness.reset();
  AdminHarness.reset();
  PageActionsHarness.reset();
  PageFeedbackHarness.reset();
}
