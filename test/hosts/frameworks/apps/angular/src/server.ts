import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node';
import sirv from 'sirv';

const files = sirv(join(import.meta.dirname, '../browser'), { dev: true });
const engine = new AngularNodeAppEngine({ allowedHosts: ['localhost', '127.0.0.1'] });

export const reqHandler = createNodeRequestHandler((request, response, next) =>
  files(request, response, () => {
    engine
      .handle(request)
      .then((page) => (page ? writeResponseToNodeResponse(page, response) : next()))
      .catch(next);
  }),
);

if (isMainModule(import.meta.url)) {
  createServer((request, response) => {
    void reqHandler(request, response, (error) => response.writeHead(error ? 500 : 404).end());
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}
