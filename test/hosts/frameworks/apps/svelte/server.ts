import { render as renderComponent } from 'svelte/server';
import Help from './Help.svelte';

export const render = () => renderComponent(Help).body;
