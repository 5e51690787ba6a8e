import { hydrate, mount } from 'svelte';
import Help from './Help.svelte';

const target = document.querySelector('#app')!;
(target.firstChild ? hydrate : mount)(Help, { target });
