/** Let the page handle its events before going on. */
export function yieldToEventLoop(): Promise<void> {
  // A timer would wait four milliseconds from the fifth one on (HTML, "timer initialization steps").
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
