import { DocsAssistant } from './elements/assistant/docs-assistant.ts';
import { define } from './elements/shared/dom/define.ts';

export { DocsAssistant };
export type * from './elements/assistant/docs-assistant.events.ts';
export type { FilterChangeDetail } from './elements/shared/controllers/site-controller.ts';

define('docs-assistant', DocsAssistant);
