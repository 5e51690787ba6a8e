import { hydrate, render } from 'solid-js/web';
import { Help } from './Help';

const app = document.querySelector('#app')!;
if (app.firstChild) hydrate(() => <Help />, app);
else render(() => <Help />, app);
