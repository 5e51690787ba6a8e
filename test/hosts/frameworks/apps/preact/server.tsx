import { renderToString } from 'preact-render-to-string';
import { HydratedHelp } from './HydratedHelp';

export const render = () => renderToString(<HydratedHelp />);
