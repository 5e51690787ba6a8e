import { icon } from '../shared/dom/icon.ts';

export const icons = {
  refresh: icon('M15.500 7.500A6 6 0 1 0 16 10.500M16 4v4h-4'),
  back: icon('M12 4 6 10l6 6'),
  check: icon('m5 10.500 3.500 3.500L15 6.500'),
  cross: icon('m6 6 8 8m0-8-8 8'),
  deploy: icon('M10 13.500V4m-4 3.500L10 3.500l4 4M4 16.500h12'),
  save: icon('M10 3.500v9.500m-4-3.500L10 13.500l4-4M4 16.500h12'),
  down: icon('M10 4v12m-4.500-4.500L10 16l4.500-4.500'),
};
