import { render } from 'solid-js/web';
import { Help } from './Help';

render(() => <Help />, document.querySelector('#app')!);
