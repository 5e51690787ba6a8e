import { icon } from '../dom/icon.ts';

/** A thumb that points upwards. */
export const thumb = icon(
  'M6.5 9v7.5h-2A1 1 0 0 1 3.5 15.5V10a1 1 0 0 1 1-1zl3-5.5c1.2 0 2 .8 2 2V8h3.7c1 0 1.7.9 1.5 1.9l-1 5.3c-.2.8-.8 1.3-1.6 1.3H6.5',
);
