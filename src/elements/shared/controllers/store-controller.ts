import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from '../../../state/snapshot-store.ts';

/** Draws an element again when its store changes, while the element is connected. */
export class StoreController<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #store: Store<T> | null = null;
  #unsubscribe: (() => void) | null = null;
  #connected = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get store(): Store<T> | null {
    return this.#store;
  }

  set store(store: Store<T> | null) {
    if (store === this.#store) return;
    this.#leave();
    this.#store = store;
    if (this.#connected) this.#join();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#connected = true;
    this.#join();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#leave();
  }

  #join(): void {
    this.#unsubscribe ??= this.#store?.subscribe(() => this.#host.requestUpdate()) ?? null;
  }

  #leave(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
}
