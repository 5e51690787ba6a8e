import { markdownStyles } from '../../shared/markdown/markdown-view.styles.ts';
import { surface } from '../../shared/styles/surface.styles.ts';
import { tones } from '../../shared/styles/tones.styles.ts';
import { composerStyles } from '../composer/composer.styles.ts';
import { messageStyles } from '../messages/message.styles.ts';
import { frameStyles } from './frame.styles.ts';

/** All styles of the panel. Imported here one after the other, because adjacent style sheets compress better. */
export const panelStyles = [surface, tones, frameStyles, messageStyles, composerStyles, markdownStyles];
