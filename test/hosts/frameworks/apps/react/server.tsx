import { renderToString } from 'react-dom/server';
import { HydratedHelp } from './HydratedHelp';

export const render = () => renderToString(<HydratedHelp />);
