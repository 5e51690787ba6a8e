import { delimiter, dirname } from 'node:path';

/** Environment of generators and frameworks: the Node that runs the tests, no telemetry, no colours. */
export const toolEnvironment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  NO_COLOR: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  DOCUSAURUS_NO_TELEMETRY: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};
