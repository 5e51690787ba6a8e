import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Schema = Record<string, unknown>;

interface OpenApiResponse {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema & { contentSchema?: Schema } }>;
}

export interface OpenApiOperation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, OpenApiResponse>;
  'x-implementation-choice'?: boolean;
}

/** One endpoint of the description. */
export interface DescribedEndpoint extends OpenApiOperation {
  method: string;
  template: string;
}

/** Headers that an answer may have only where they are described. */
const DESCRIBED_HEADERS = /^(?:x-request-id|x-thread-id|ratelimit-.+|retry-after|www-authenticate)$/;

/** An OpenAPI document, and a check of answers against it. */
export class Contract {
  readonly endpoints: readonly DescribedEndpoint[];
  readonly #components: Schema;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<Schema, ValidateFunction>();
  readonly #reached = new Set<string>();

  constructor(document: { paths: Record<string, Record<string, OpenApiOperation>>; components: Schema }) {
    this.#components = document.components;
    // Keywords of ours and of OpenAPI begin with x- or say what is no matter of validity.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.endpoints = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        template,
      })),
    );
  }

  /** Check a value against a schema, which may refer to components. @returns what is wrong, or `null` */
  matches(schema: Schema, value: unknown): string | null {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      validate = this.#ajv.compile({ ...schema, components: this.#components });
      this.#validators.set(schema, validate);
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }

  bodySchema({ requestBody }: DescribedEndpoint): Schema | undefined {
    return requestBody?.content['application/json']?.schema;
  }

  /** Check an answer, and note that it came. @returns differences from the description */
  async check(endpoint: DescribedEndpoint, response: Response, body: string): Promise<string[]> {
    const { responses, operationId } = endpoint;
    const described = responses[response.status];
    this.#reached.add(`${operationId} ${response.status}`);
    if (described === undefined) return [`${operationId} answers ${response.status}: ${body}`];
    const wrong: string[] = [];
    const headers = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
    for (const name of response.headers.keys()) {
      if (DESCRIBED_HEADERS.test(name) && !headers.has(name)) wrong.push(`undescribed header ${name}`);
    }
    if (!response.headers.has('x-request-id')) wrong.push('no header x-request-id');
    if (described.content === undefined && body === '') return wrong;
    const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
    const content = described.content?.[mediaType];
    if (content === undefined) return [...wrong, `undescribed content type ${mediaType}`];
    if (mediaType === 'application/json') wrong.push(...this.#checkValue(content.schema, JSON.parse(body)));
    const { contentSchema } = content.schema;
    if (contentSchema) {
      for (const value of readEvents(body)) wrong.push(...this.#checkValue(contentSchema, value));
    }
    return wrong.map((text) => `${operationId} ${response.status}: ${text}`);
  }

  /** Answers that are described and never came. */
  get unreached(): string[] {
    return this.endpoints
      .flatMap(({ operationId, responses }) =>
        Object.keys(responses).map((status) => `${operationId} ${status}`),
      )
      .filter((name) => !name.endsWith(' default') && !this.#reached.has(name));
  }

  #checkValue(schema: Schema, value: unknown): string[] {
    const error = this.matches(schema, value);
    return error === null ? [] : [`${error} in ${JSON.stringify(value)}`];
  }
}

function readEvents(body: string): unknown[] {
  return body
    .split('\n\n')
    .filter((event) => event.startsWith('data: ') && event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.slice('data: '.length)));
}

/** Whether an error is about a rule that the schema does not state: how fields relate, or what git allows. */
export function isBeyondSchema(error: string): boolean {
  return /is not known here|must be an address with http or https|must be "user" in the last message|must not be blank|haultReason|ids of the other items|that git allows|\.content must be a string that/.test(
    error,
  );
}
