import { serveIndex } from './serve-index.ts';

serveIndex(globalThis);
