import { hydrate, render } from 'preact';
import { Help } from './Help';
import { HydratedHelp } from './HydratedHelp';

const app = document.querySelector('#app')!;
if (app.firstChild) hydrate(<HydratedHelp />, app);
else render(<Help />, app);
