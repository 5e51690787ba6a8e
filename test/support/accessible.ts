import { expect } from '@open-wc/testing';
import { until } from './until.ts';

/** Fail where a rule of axe is broken, once nothing in the element moves any more: what fades in has too little contrast. */
export async function expectAccessible(element: HTMLElement): Promise<void> {
  await standStill(element.shadowRoot!);
  await expect(element).to.be.accessible();
}

/** Wait until nothing moves any more. What would never end is stopped. */
export async function standStill(root: ShadowRoot): Promise<void> {
  await until(() => {
    const animations = root.getAnimations();
    for (const animation of animations)
      if (animation.effect?.getTiming().iterations === Infinity) animation.cancel();
    return animations.every(({ playState }) => playState !== 'running');
  }, root);
  // On a slow machine, WebKit lists an animation no longer while the styles are still those of the frame before.
  await new Promise(requestAnimationFrame);
}
