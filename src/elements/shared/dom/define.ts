/** Registers an element. A second copy of the module, another version perhaps, leaves the name to the first. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
