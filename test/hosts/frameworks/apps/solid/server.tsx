import { generateHydrationScript, renderToString } from 'solid-js/web';
import { Help } from './Help';

export const head = generateHydrationScript();
export const render = () => renderToString(() => <Help />);
