/**
 * The six endpoints of the API and our own, as the client calls them, the proxy lets them through and the service answers them.
 * Each has a name of its own, so that a page loads those alone that it calls.
 */

/**
 * What an endpoint is for. `assistant`, `latest-update` and the last three are this project's own; `page`, `agent`, `agent-job`,
 * `agent-message` and `preview` are those of the hosted platform: the API does not have them.
 */
export type Operation =
  | 'assistant'
  | 'message'
  | 'search'
  | 'page'
  | 'job'
  | 'jobs'
  | 'agent'
  | 'agent-job'
  | 'agent-message'
  | 'update'
  | 'update-status'
  | 'latest-update'
  | 'preview'
  | 'insights'
  | 'insights-follow'
  | 'insights-feedback';

export interface Endpoint extends EndpointAddress {
  operation: Operation;
}

/** How an endpoint is called. Those without an operation are no part of the API. */
export interface EndpointAddress {
  operation?: Operation;
  method: 'GET' | 'POST' | 'PATCH';
  /** Path below the base address; `{name}` is a placeholder of one segment. */
  template: string;
  /** Which of the two keys it takes, and which of the two base addresses it is served from. */
  key: 'assistant' | 'admin';
}

export const MESSAGE_ENDPOINT: Endpoint = {
  operation: 'message',
  method: 'POST',
  template: '/v1/assistant/{domain}/message',
  key: 'assistant',
};
export const SEARCH_ENDPOINT: Endpoint = {
  operation: 'search',
  method: 'POST',
  template: '/v1/search/{domain}',
  key: 'assistant',
};
export const JOB_ENDPOINT: Endpoint = {
  operation: 'job',
  method: 'GET',
  template: '/v1/agent/{projectId}/job/{id}',
  key: 'admin',
};
export const JOBS_ENDPOINT: Endpoint = {
  operation: 'jobs',
  method: 'GET',
  template: '/v1/agent/{projectId}/jobs',
  key: 'admin',
};
export const UPDATE_ENDPOINT: Endpoint = {
  operation: 'update',
  method: 'POST',
  template: '/v1/project/update/{projectId}',
  key: 'admin',
};
export const UPDATE_STATUS_ENDPOINT: Endpoint = {
  operation: 'update-status',
  method: 'GET',
  template: '/v1/project/update-status/{statusId}',
  key: 'admin',
};

/** Tells pages about the assistant, before a question: our own service's. */
export const ASSISTANT_ENDPOINT: Endpoint = {
  operation: 'assistant',
  method: 'GET',
  template: '/v1/assistant/{domain}',
  key: 'assistant',
};
/** Reads the latest update of a project, whoever has started it: our own service's. */
export const LATEST_UPDATE_ENDPOINT: Endpoint = {
  operation: 'latest-update',
  method: 'GET',
  template: '/v1/project/latest-update/{projectId}',
  key: 'admin',
};
/** Reads what readers look for: our own service's. */
export const INSIGHTS_ENDPOINT: Endpoint = {
  operation: 'insights',
  method: 'GET',
  template: '/v1/project/insights/{projectId}',
  key: 'admin',
};
/** Reports that a reader has followed a link to a page: our own service's. */
export const FOLLOW_ENDPOINT: Endpoint = {
  operation: 'insights-follow',
  method: 'POST',
  template: '/v1/insights/{domain}/follow',
  key: 'assistant',
};
/** Takes the rating of an answer or a page for the insights: our own service's. */
export const INSIGHTS_FEEDBACK_ENDPOINT: Endpoint = {
  operation: 'insights-feedback',
  method: 'POST',
  template: '/v1/insights/{domain}/feedback',
  key: 'assistant',
};

/** Our own service's: the API has none that starts a session or reports on it. No proxy lets them through. */
export const START_JOB_ENDPOINT: EndpointAddress = {
  method: 'POST',
  template: '/v1/agent/{projectId}/job',
  key: 'admin',
};
export const REPORT_JOB_ENDPOINT: EndpointAddress = {
  ...START_JOB_ENDPOINT,
  method: 'PATCH',
  template: JOB_ENDPOINT.template,
};

/** Gives the agent of the hosted platform a task. */
export const AGENT_ENDPOINT: Endpoint = {
  operation: 'agent',
  method: 'POST',
  template: '/v2/agent/{projectId}/job',
  key: 'admin',
};
/** Reads such a task. */
export const AGENT_JOB_ENDPOINT: Endpoint = {
  operation: 'agent-job',
  method: 'GET',
  template: '/v2/agent/{projectId}/job/{id}',
  key: 'admin',
};
/** Tells such a task more. */
export const AGENT_MESSAGE_ENDPOINT: Endpoint = {
  operation: 'agent-message',
  method: 'POST',
  template: '/v2/agent/{projectId}/job/{id}/message',
  key: 'admin',
};
/** Queues a preview of a branch: the hosted platform's. */
export const PREVIEW_ENDPOINT: Endpoint = {
  operation: 'preview',
  method: 'POST',
  template: '/v1/project/preview/{projectId}',
  key: 'admin',
};
/** Reads the text of a page: the hosted platform's. */
export const PAGE_ENDPOINT: Endpoint = {
  operation: 'page',
  method: 'POST',
  template: '/v1/page/{domain}',
  key: 'assistant',
};

export const ENDPOINTS: readonly Endpoint[] = [
  ASSISTANT_ENDPOINT,
  MESSAGE_ENDPOINT,
  SEARCH_ENDPOINT,
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  UPDATE_ENDPOINT,
  UPDATE_STATUS_ENDPOINT,
  LATEST_UPDATE_ENDPOINT,
  INSIGHTS_ENDPOINT,
  FOLLOW_ENDPOINT,
  INSIGHTS_FEEDBACK_ENDPOINT,
  PAGE_ENDPOINT,
  AGENT_ENDPOINT,
  AGENT_JOB_ENDPOINT,
  AGENT_MESSAGE_ENDPOINT,
  PREVIEW_ENDPOINT,
];

/** Values of the segments that a template leaves open, decoded. */
export type EndpointParameters = Readonly<Record<string, string>>;

export interface EndpointMatch {
  endpoint: Endpoint;
  parameters: EndpointParameters;
}

/**
 * The form of an identifier in a path. It is narrower than a path segment, so that no identifier changes the path that it is put
 * into: no slash, no dot segment, nothing that needs escaping.
 */
export const IDENTIFIER = /^(?!\.{1,2}$)[A-Za-z0-9_.~:@-]{1,128}$/;
const NOT_IN_IDENTIFIER = /[^A-Za-z0-9_.~:@-]+/g;

/** Replace what an {@link IDENTIFIER} cannot have. */
export function toIdentifier(name: string): string {
  return name.replace(NOT_IN_IDENTIFIER, '-');
}

/** Find the endpoint of a path (no query, no base). @returns `null` for a path that is not the API's */
export function matchEndpoint(path: string): EndpointMatch | null {
  const first = toFirstVersion(path);
  for (const endpoint of ENDPOINTS) {
    const parameters = matchTemplate(endpoint.template, first);
    if (parameters !== null) return { endpoint, parameters };
  }
  return null;
}

/** Return the path in version 1 of the API: questions may be sent to `/v2`, too, where their messages need no `content`. */
export function toFirstVersion(path: string): string {
  return path.replace(/^\/v2(?=\/assistant\/[^/]+\/message$)/, '/v1');
}

/** Return an address in version 2 of the API. */
export function toSecondVersion<T extends EndpointAddress>(endpoint: T): T {
  return { ...endpoint, template: endpoint.template.replace('/v1/', '/v2/') };
}

/** Read a path by a template. @returns the values of its open segments, decoded; `null` when it is another path */
export function matchTemplate(template: string, path: string): EndpointParameters | null {
  return matchSegments(template.split('/'), path.split('/').map(decodeSegment));
}

/** Add a query to the address of an endpoint. Values that are not set are left out. */
export function withQuery(
  endpoint: Endpoint,
  query: Readonly<Record<string, string | number | undefined>>,
): Endpoint {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0
    ? endpoint
    : { ...endpoint, template: `${endpoint.template}?${new URLSearchParams(given)}` };
}

/** Fill a template in. */
export function endpointPath(template: string, parameters: EndpointParameters): string {
  return fillTemplate(template, (name) => parameters[name] ?? '');
}

/** Fill a template in with what `read` gives for each name. */
export function fillTemplate(template: string, read: (name: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(read(name)));
}

function matchSegments(template: string[], segments: (string | null)[]): EndpointParameters | null {
  if (template.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? null;
    if (segment === null) return null;
    if (expected.startsWith('{')) {
      if (!IDENTIFIER.test(segment)) return null;
      parameters[expected.slice(1, -1)] = segment;
    } else if (segment !== expected) return null;
  }
  return parameters;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The part of an address that requests add to a base address. */
const ENDPOINT_PATH = /\/v[12](?:\/(?:assistant|search|agent|project|insights)(?:\/.*)?)?\/*$/;

/** Return the base address that is meant by the address of an endpoint, or of all: `…/v1`. @returns `null` for any other address */
export function baseOfEndpoint(address: string): string | null {
  return ENDPOINT_PATH.test(address) ? address.replace(ENDPOINT_PATH, '') : null;
}
