export { lazy, type Lazy } from '../../protocol/lazy.ts';
