import { icon } from '../shared/dom/icon.ts';

export const icons = {
  sparkle: icon('M8.5 4 10 8.5l4.5 1.5-4.5 1.5L8.5 16 7 11.5 2.5 10 7 8.5zM15.5 3v3M14 4.5h3'),
  close: icon('m5 5 10 10M15 5 5 15'),
  newThread: icon('M10 4.2v11.6M4.2 10h11.6'),
  history: icon('M3.6 7.2a6.9 6.9 0 1 1-.4 4.1M3.2 3.6v3.8H7M10 6.3V10l2.6 1.6'),
  send: icon('M10 15.5v-11M5.2 9.2 10 4.4l4.8 4.8'),
  stop: icon('M6.2 6.2h7.6v7.6H6.2z'),
  done: icon('m4.5 10.5 3.6 3.6 7.4-8'),
  down: icon('M10 4.5v11M5.2 10.8 10 15.6l4.8-4.8'),
  search: icon('M9 14.2A5.2 5.2 0 1 0 9 3.8a5.2 5.2 0 0 0 0 10.4zM12.8 12.8l3.7 3.7'),
};
