/** Replace the children of an element; those that stay are not touched, and keep their focus and scroll position. */
export function setChildren(
  parent: Element,
  children: readonly (Element | null | undefined | false)[],
): void {
  const wanted = children.filter((child) => !!child);
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  for (const [index, child] of wanted.entries()) {
    const other = parent.children[index];
    if (other !== child) parent.insertBefore(child, other ?? null);
  }
}

/** What was made before, where it is the same: it is on the page already, and may be moving. */
export function keepEqual<Kind extends Element>(before: Element | null | undefined, now: Kind): Kind {
  return before?.isEqualNode(now) ? (before as Kind) : now;
}
