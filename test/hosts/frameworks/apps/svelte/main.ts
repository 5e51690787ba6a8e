import { mount } from 'svelte';
import Help from './Help.svelte';

mount(Help, { target: document.querySelector('#app')! });
