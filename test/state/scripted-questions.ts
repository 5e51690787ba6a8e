/** A source whose every answer the test decides, in the order of the questions. */
export class ScriptedQuestions<T> {
  readonly asked: { readonly signal: AbortSignal | undefined }[] = [];
  #open: PromiseWithResolvers<T> | null = null;

  readonly ask = (options?: { signal?: AbortSignal }): Promise<T> => {
    this.asked.push({ signal: options?.signal });
    this.#open = Promise.withResolvers<T>();
    return this.#open.promise;
  };

  get count(): number {
    return this.asked.length;
  }

  /** Answers the latest question. @returns when the answer has been worked in */
  async answer(value: T): Promise<void> {
    this.#open!.resolve(value);
    await settle();
  }

  async fail(error: Error): Promise<void> {
    this.#open!.reject(error);
    await settle();
  }
}

/** Lets everything happen that waits for nothing but promises. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
