export {
  closeOnSignal,
  serveHandler,
  type Handler,
  type RunningServer,
  type ServeOptions,
} from './node/serve-handler.ts';
