/** Values of options that are left out, and bounds of those that are given: on the command line and in a configuration file. */

export const DEFAULT_DATA_DIR = '.docs-assistant';
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 8787;
export const MAX_PORT = 65_535;
/** Maximum of trusted entries of `X-Forwarded-For`. */
export const MAX_TRUSTED_PROXIES = 100;
/** Load balancers need some seconds to send requests elsewhere. */
export const DEFAULT_DRAIN_SECONDS = 5;
export const MAX_DRAIN_SECONDS = 600;
export const DEFAULT_GRACE_SECONDS = 30;
export const MAX_GRACE_SECONDS = 3_600;
