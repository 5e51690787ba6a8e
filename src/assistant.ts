import { DocsAssistant } from './elements/assistant/docs-assistant.ts';

export { DocsAssistant };
export type * from './elements/assistant/docs-assistant.events.ts';
export type { FilterChangeDetail } from './elements/shared/site-controller.ts';

// A second copy of the module, another version perhaps, leaves the name to the first.
if (!customElements.get('docs-assistant')) customElements.define('docs-assistant', DocsAssistant);
