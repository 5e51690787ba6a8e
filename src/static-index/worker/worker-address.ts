/**
 * Address of the file of the worker, which is beside this module. The constructor of the worker is called elsewhere, so that bundlers
 * copy the file as it is: it contains all that it needs, and some of them cannot split a worker into chunks.
 */
export const workerAddress = new URL('./index-worker.js', import.meta.url).href;
