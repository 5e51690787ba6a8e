import { render } from 'preact';
import { Help } from './Help';

render(<Help />, document.querySelector('#app')!);
