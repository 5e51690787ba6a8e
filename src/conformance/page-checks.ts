import { MESSAGE_ENDPOINT } from '../protocol/endpoints.ts';
import { pass, passIf, skip, type Check } from './check.ts';
import { describe } from './exchange.ts';

const NO_ORIGIN = 'Name the page with --origin, if it is on another host.';

/** What a browser demands before a page of another origin reads an answer. */
export const PAGE_CHECKS: readonly Check[] = [
  {
    name: 'page.preflight',
    contract: 'Fetch standard, CORS protocol: a request with JSON is asked for first.',
    expected: 'a status of success that allows the origin and the header content-type',
    async run(target) {
      const { origin } = target.options;
      if (origin === undefined) return skip(NO_ORIGIN);
      const got = await target.preflight(MESSAGE_ENDPOINT, origin);
      const allowed = got.headers.get('access-control-allow-origin');
      const fields = (got.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
      const isAllowed =
        got.status >= 200 &&
        got.status < 300 &&
        (allowed === origin || allowed === '*') &&
        (fields.includes('content-type') || fields.includes('*'));
      return isAllowed
        ? pass(`status ${got.status}`)
        : passIf(false, `status ${got.status}, origin ${allowed}, headers ${fields.join(', ') || null}`);
    },
  },
  {
    name: 'page.readable',
    contract: 'Fetch standard, CORS protocol: an answer names the origin that may read it.',
    expected: 'Access-Control-Allow-Origin with the origin, or *',
    needs: ['message.status'],
    async run(target) {
      const { origin } = target.options;
      if (origin === undefined) return skip(NO_ORIGIN);
      const got = await target.answer;
      const allowed = got.headers.get('access-control-allow-origin');
      return passIf(allowed === origin || allowed === '*', allowed ?? describe(got));
    },
  },
];
