import { IDENTIFIER } from '../../protocol/endpoints.ts';
import { SERVER_ERROR_STATUS, type ServerErrorCode } from '../../protocol/failures/server-error.ts';
import { componentSchemas, schemaRef } from './json-schema.ts';
import type { DescribedRoute, OperationDescription, Schema } from './route.ts';

/** Version of the API, not of the package: every path begins with it. */
const API_VERSION = '1.0.0';

const DESCRIPTION = `Ask and search documentation, read the sessions of agents that work on it, and deploy it.

Parts marked with \`x-implementation-choice\` are not in the API’s contract: the contract leaves them open, or this service adds
them.

- Every answer has the header \`X-Request-Id\`, which is also in the log. \`traceparent\` (W3C Trace Context) is written to the log.
- Every answer that is not 2xx is JSON with a stable \`code\`. Projects that a key does not open get the same answer as unknown ones.
- An unknown address is answered with 404 \`not-found\`, an unknown method with 405 \`method-not-allowed\` and \`Allow\`.
- Fields of requests that are not described here are ignored. Answers have no other fields than those described.
- Limits are set in the configuration. Windows follow the UTC calendar. A request that is refused for its key, path or body is not counted.`;

const TAGS: Record<OperationDescription['tag'], string> = {
  Assistant: 'Answers questions. Takes an assistant key.',
  Search: 'Finds sections. Takes an assistant key.',
  Pages: 'Pages for programs. Takes an assistant key.',
  'Agent jobs': 'Sessions of agents. Takes an admin key.',
  'Deployment updates': 'Brings documentation up to date. Takes an admin key.',
  Insights: 'What readers look for. Reading takes an admin key, reporting an assistant key.',
  Operating: 'For operators.',
};

const SECURITY_SCHEMES = {
  assistant: 'Assistant API key of a project.',
  admin: 'Admin API key of a project.',
  metrics: 'Metrics key of the service.',
};

const PARAMETERS: Record<string, string> = {
  domain: 'Domain identifier of a project.',
  projectId: 'Id of a project.',
  file: '`llms.txt`, `llms-full.txt`, or the path of a page with `.md`.',
  id: 'Id of an agent session.',
  statusId: 'Id of an update, from the answer that queued it.',
};

const HEADERS: Record<string, Schema> = {
  'X-Request-Id': {
    description: 'Names the request in the log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': whole('Uses allowed in the window of the limit that is closest to being used up.'),
  'RateLimit-Remaining': whole('Uses left in that window.'),
  'RateLimit-Reset': whole('Seconds until that window ends.'),
  'Retry-After': whole('Seconds to wait.'),
  'WWW-Authenticate': { description: 'A bearer token is required.', schema: { const: 'Bearer' } },
};
const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const ERRORS: Record<ServerErrorCode, string> = {
  'invalid-request': 'The body does not match the schema; `field` is the place.',
  unauthorized: 'No key, or one that is unknown or revoked.',
  forbidden: 'A key of another kind.',
  'challenge-required': 'A proof is required first.',
  'not-found': 'It does not exist, or the key does not open it.',
  'thread-not-found': 'The thread is unknown, expired, or another visitor’s.',
  'insights-off': 'The service keeps no insights.',
  'method-not-allowed': 'The address takes another method.',
  'too-large': 'The body is larger than the limit.',
  'unsupported-media-type': 'The body is not `application/json`, or compressed.',
  'rate-limited': 'A limit is used up.',
  internal: 'An internal error.',
  'not-implemented': 'The endpoint is not offered.',
  'upstream-failed': 'Another server failed.',
  unavailable: 'The service cannot answer now.',
  'upstream-timeout': 'Another server did not answer in time.',
};

/** Describe endpoints in OpenAPI 3.1. */
export function createOpenApiDocument(routes: readonly DescribedRoute[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const methods = (paths[route.template.replace('{+', '{')] ??= {});
    methods[route.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'docs-assistant service',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).map(([name, description]) => [
          name,
          { type: 'http', scheme: 'bearer', description },
        ]),
      ),
      headers: HEADERS,
      schemas: componentSchemas(),
    },
  };
}

function describeOperation(route: DescribedRoute): Schema {
  const { operation, template, key, describe } = route;
  const { tag, summary, description, choice, body, headers = {}, query = {} } = describe;
  const parameter = (place: string) => (given: [string, { required?: boolean; schema?: Schema }]) => {
    const [name, { required = false, schema = { type: 'string' }, ...more }] = given;
    return { name, in: place, required, schema, ...more };
  };
  const pathParameters = [...template.matchAll(/\{(\+?)(\w+)\}/g)].map(([, isRest, name]) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name!],
    schema: { type: 'string', ...(isRest === '' && { pattern: IDENTIFIER.source }) },
  }));
  return {
    operationId: operation,
    tags: [tag],
    summary,
    ...((description ?? choice) !== undefined && {
      description: [description, choice && `*Implementation choice:* ${choice}`].filter(Boolean).join('\n\n'),
    }),
    ...(choice !== undefined && { 'x-implementation-choice': true }),
    security: key === null ? [] : [{ [key]: [] }],
    parameters: [
      ...pathParameters,
      ...Object.entries(headers).map(parameter('header')),
      ...Object.entries(query).map(parameter('query')),
    ],
    ...(body && {
      requestBody: {
        required: body.required ?? true,
        content: {
          'application/json': {
            schema: body.schema,
            ...(body.example !== undefined && { example: body.example }),
          },
        },
      },
    }),
    responses: {
      ...describeSuccess(route),
      ...describeErrors(route),
      default: errorResponse(['internal', 'unavailable'], 'An internal failure, or one of the database.'),
    },
  };
}

function describeSuccess({ use, describe: { success } }: DescribedRoute): Record<string, Schema> {
  const {
    status = 200,
    description,
    schema,
    content = { 'application/json': { schema: schema! } },
  } = success;
  const own = Object.entries(success.headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ]);
  const headers = { ...headerRefs(use === null ? [] : RATE_LIMIT_HEADERS), ...Object.fromEntries(own) };
  const also =
    success.alsoStatus === undefined ? {} : { [success.alsoStatus]: { description, headers, content } };
  const isEmpty = status === 204;
  return { [status]: { description, headers, ...(!isEmpty && { content }) }, ...also };
}

/** Describe the errors that follow from what an endpoint takes, and those that it names itself. */
function describeErrors({
  key,
  use,
  template,
  describe: { body, errors = [] },
}: DescribedRoute): Record<string, Schema> {
  const codes = new Set<ServerErrorCode>([
    ...(key === null ? [] : (['unauthorized'] as const)),
    ...(key === 'assistant' || key === 'admin' ? (['forbidden'] as const) : []),
    ...(key !== null && template.includes('{') ? (['not-found'] as const) : []),
    ...(key !== null && body ? (['invalid-request', 'too-large', 'unsupported-media-type'] as const) : []),
    ...(use === null ? [] : (['rate-limited'] as const)),
    ...errors,
  ]);
  const byStatus = Map.groupBy(codes, (code) => SERVER_ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, given]) => [status, errorResponse(given, given.map((code) => ERRORS[code]).join(' '))]),
  );
}

function errorResponse(codes: readonly ServerErrorCode[], description: string): Schema {
  const headers = [
    ...(codes.includes('rate-limited') ? [...RATE_LIMIT_HEADERS, 'Retry-After'] : []),
    ...(codes.includes('unauthorized') ? ['WWW-Authenticate'] : []),
  ];
  const schema = {
    allOf: [schemaRef('Error')],
    type: 'object',
    properties: { code: { enum: codes } },
  };
  return { description, headers: headerRefs(headers), content: { 'application/json': { schema } } };
}

function headerRefs(names: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function whole(description: string): Schema {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
