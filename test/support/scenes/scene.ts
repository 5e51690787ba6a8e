/** An element on the page in one of its states, as a harness has it. */
export interface OpenScene {
  readonly element: HTMLElement;
}

export type Attributes = Readonly<Record<string, string>>;

/** A state that a reader can see, and how to get there. Accessibility tests and `npm run gallery` go through all of them. */
export interface Scene<Opened extends OpenScene = OpenScene> {
  readonly name: string;
  /** Opens the element with these attributes beside its own and resolves when the state is on the page. */
  open(attributes: Attributes): Promise<Opened>;
}
