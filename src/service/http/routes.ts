import { ASSISTANT_ROUTE } from './assistant-endpoint.ts';
import { HEALTH_ROUTES } from './health-endpoints.ts';
import { INSIGHTS_ROUTES } from './insights-endpoints.ts';
import { JOB_ROUTES } from './job-endpoints.ts';
import { MCP_ROUTES } from './mcp-endpoint.ts';
import { MESSAGE_ROUTE } from './message-endpoint.ts';
import { createOpenApiRoute } from './openapi-endpoint.ts';
import type { DescribedRoute, Route } from './route.ts';
import { PAGES_ROUTE } from './pages-endpoint.ts';
import { SEARCH_ROUTE } from './search-endpoint.ts';
import { UPDATE_ROUTES } from './update-endpoints.ts';

const DESCRIBED: readonly DescribedRoute[] = [
  ASSISTANT_ROUTE,
  MESSAGE_ROUTE,
  SEARCH_ROUTE,
  PAGES_ROUTE,
  ...JOB_ROUTES,
  ...UPDATE_ROUTES,
  ...INSIGHTS_ROUTES,
  ...HEALTH_ROUTES,
];

/** All endpoints of the service, in the order in which a path is matched. */
export const ROUTES: readonly Route[] = [...DESCRIBED, createOpenApiRoute(DESCRIBED), ...MCP_ROUTES];
