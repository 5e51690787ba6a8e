import { after, before, mock } from 'node:test';

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** Has the clock stand still for this file or group, at the beginning of the next day: no window of a limit ends within a test. */
export function stopClock(): void {
  before(() => mock.timers.enable({ apis: ['Date'], now: Math.ceil(Date.now() / DAY) * DAY }));
  after(() => mock.timers.reset());
}
