/** What a reader can press, follow or type into, and what only scrolls. What shows for a pointer or the focus alone is not counted. */
const CONTROLS = 'a[href], button, summary, input, textarea, select, [tabindex="0"]';

/** The controls of an element that are to be seen, each by its part, class or name. */
export function findControls(element: Element): string[] {
  return (
    [...element.shadowRoot!.querySelectorAll(CONTROLS)]
      // Where nothing can hover, as in a browser without a screen, these show always.
      .filter((control) => !control.matches('.code-copy'))
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((control) => control.getAttribute('part') || control.className || control.localName)
  );
}
