export { createRequestListener, type Handler, type RequestListener } from './node/request-listener.ts';
export { closeOnSignal, serveHandler, type RunningServer, type ServeOptions } from './node/serve-handler.ts';
