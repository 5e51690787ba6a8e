import type { EndpointAddress, EndpointParameters } from '../protocol/endpoints.ts';
import { createDeadline } from './deadline.ts';
import { readJson } from './read-json.ts';
import { toRequestFailure, type CallOptions, type Sender } from './sender.ts';

/** Send a request and read the JSON document in its response. */
export async function requestJson(
  { send, timeouts, limits }: Sender,
  endpoint: EndpointAddress,
  parameters: EndpointParameters,
  { signal }: CallOptions = {},
  body?: object,
): Promise<unknown> {
  const deadline = createDeadline(signal);
  try {
    deadline.extend(timeouts.request);
    const response = await send(endpoint, parameters, deadline.signal, body);
    return await readJson(response, limits.body, deadline.signal);
  } catch (error) {
    throw toRequestFailure(error, deadline.signal);
  } finally {
    deadline.close();
  }
}
