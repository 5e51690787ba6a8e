import { adoptStyles, render, type ReactiveController, type ReactiveElement } from 'lit';
import type { DocsFilter } from '../../../protocol/api.ts';
import type { ConversationSnapshot } from '../../../state/conversation/conversation-snapshot.ts';
import { storageKey, type CheckedStorage, type Site } from '../../../state/storage/storage.ts';
import type { DocsElement } from '../../shared/docs-element.ts';
import { LiveRegion } from '../../shared/dom/live-region.ts';
import { pressesShortcut } from '../../shared/dom/shortcut.ts';
import { ScrollFollower } from '../../shared/controllers/scroll-follower.ts';
import { assistantLimits } from '../limits.ts';
import { createSite, type SiteController } from '../../shared/controllers/site-controller.ts';
import { createStrings, type StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AssistantContext, AssistantSettings, TabState } from '../context.ts';
import type { AssistantHost } from '../host.ts';
import { assistantPanel, type AssistantStrings } from '../../strings/english.ts';
import { ConversationController } from './conversation-controller.ts';
import { QuestionDraft } from './draft.ts';
import { keepOpen } from './keep-open.ts';
import { watchNetwork } from './network-status.ts';
import { renderPanel, type PanelContext } from './panel.view.ts';
import { createGroups, importModes } from './panel-groups.ts';
import { PanelPlacement, wantedMode } from './placement.ts';
import { createSettings } from './settings.ts';
import { markdownStyles } from '../../shared/markdown/markdown-view.styles.ts';
import { surface } from '../../shared/styles/surface.styles.ts';
import { tones } from '../../shared/styles/tones.styles.ts';
import { composerStyles } from '../composer/composer.styles.ts';
import { messageStyles } from '../messages/message.styles.ts';
import { frameStyles } from './frame.styles.ts';

/** All styles of the panel. Imported here one after the other, because adjacent style sheets compress better. */
const panelStyles = [surface, tones, frameStyles, messageStyles, composerStyles, markdownStyles];

/** The element that a panel can be created for. */
export type PanelHost = DocsElement & AssistantHost;

/** Create the panel of an assistant, in the language of the page, with the stored conversation. */
export async function createPanel(host: PanelHost): Promise<Panel> {
  // Before anything is attached to the host: if this fails, the host reports it, and the next attempt starts afresh.
  if (wantedMode(host) !== 'floating') await importModes();
  const panel = new Panel(host);
  // First, so that the panel is not drawn in another size, or the stored conversation without the footers of its answers.
  if (panel.storage.has(storageKey(panel.site, 'size')) || panel.conversation.turns.length > 0)
    await panel.groups.afterAnswer.load();
  await Promise.all([panel.strings.load(), panel.placement.load()]);
  return panel;
}

/** The composition root: creates the parts of a panel. What a first answer does not need is loaded by `panel-groups.ts`. */
class Panel implements PanelContext, ReactiveController {
  readonly host: PanelHost;
  readonly strings: StringsController<AssistantStrings>;
  readonly text: StringsController<AssistantStrings>['text'];
  readonly settings: AssistantSettings;
  readonly placement: PanelPlacement;
  readonly scroll: ScrollFollower;
  readonly tab: TabState;
  readonly draft: QuestionDraft;
  readonly actions: ConversationController;
  readonly groups: PanelContext['groups'];
  readonly liveRegion = new LiveRegion();

  readonly #site: SiteController;
  #isOpen = false;
  #opener: HTMLElement | null = null;
  /** Text that the height of the field was computed for. */
  #fittedText = '';

  constructor(host: PanelHost) {
    this.host = host;
    this.groups = createGroups(this, (hasFailed) => {
      if (hasFailed) this.announce(this.text('notLoaded'));
      else host.requestUpdate();
    });
    this.strings = createStrings<AssistantStrings>(
      host,
      assistantPanel,
      async () => (await import('../../strings/translations.ts')).assistant,
    );
    this.text = this.strings.text;
    this.#site = createSite(host, assistantLimits);
    this.settings = createSettings(host, this.#site.warnOnce);
    this.placement = new PanelPlacement(host, this.groups);
    this.scroll = new ScrollFollower(host, () => this.#find('.turn:last-child'));
    const { elementStyles } = host.constructor as typeof ReactiveElement;
    adoptStyles(host.renderRoot as ShadowRoot, [...elementStyles, ...panelStyles]);
    this.draft = new QuestionDraft(this);
    this.actions = new ConversationController(this);
    watchNetwork(this);
    host.frame.addEventListener('keydown', (event) => {
      if (host.shortcut === 'none' || !pressesShortcut(event, '?')) return;
      event.preventDefault();
      void this.groups.afterAnswer.load().then((after) => after?.showShortcuts());
    });
    // Before the first question is sent: without a network, it is too late for what masks it, keeps it and says what has become of it.
    host.frame.addEventListener('focusin', () => this.actions.prepare(), { once: true });
    host.frame.addEventListener('input', () => void this.groups.afterAnswer.preload(), { once: true });
    host.addController(this);
    this.tab = keepOpen(this, () => this.reopen());
  }

  get site(): Site {
    const { endpoint, domain, indexUrl } = this.host;
    return { endpoint, domain, indexUrl };
  }

  get storage(): CheckedStorage {
    return this.#site.storage;
  }

  get filter(): DocsFilter {
    return this.#site.filters.snapshot;
  }

  get store(): AssistantContext['store'] {
    return this.actions.store;
  }

  get conversation(): ConversationSnapshot {
    return this.actions.store.snapshot;
  }

  hostUpdated(): void {
    const element = this.#find('.panel');
    // Not drawn yet: the strings may still be loading.
    if (element === null) return;
    const { open } = this.host;
    const focused = open === this.#isOpen ? null : findFocused();
    const focusInside = element.contains(focused);
    this.placement.sync(element, this.#find('.launcher'));
    this.groups.afterAnswer.value?.resizer.apply(element);
    this.scroll.watch(this.#find('.messages'));
    this.#fitInput();
    if (open === this.#isOpen) return;
    this.#isOpen = open;
    if (open) {
      // Retry after a failure.
      void this.strings.load();
      this.#opener = focused;
      this.scroll.resume();
    } else {
      if (focusInside) (this.#opener?.isConnected ? this.#opener : this.#find('.launcher'))?.focus();
      this.groups.afterAnswer.value?.handleClosed();
    }
  }

  draw(): void {
    const { activeElement } = this.host.renderRoot as ShadowRoot;
    render(renderPanel(this), this.host.frame);
    // If the focused element was removed, keep the focus in the panel: elsewhere Escape would not close it.
    if (activeElement?.isConnected === false) this.#find('.input')?.focus();
  }

  /** Restore the state of the panel from the previous page of this tab. */
  async reopen(): Promise<void> {
    await (await this.groups.afterAnswer.load())?.reopen();
  }

  focus(selector: string): void {
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => {
      const element = this.#find(selector);
      if (element) void this.placement.keepFocus(element);
    });
  }

  announce(message: string): void {
    this.liveRegion.announce(message);
    this.host.requestUpdate();
  }

  async toggleHistory(): Promise<void> {
    (await this.groups.afterAnswer.load())?.history.toggle();
  }

  /** Write the draft into the field, and fit its height. */
  #fitInput(): void {
    const input = this.#find<HTMLTextAreaElement>('.input');
    if (input === null) return;
    if (input.value !== this.draft.words) input.value = this.draft.words;
    if (input.value === this.#fittedText) return;
    this.#fittedText = input.value;
    input.style.setProperty('height', 'auto');
    input.style.setProperty('height', `${input.scrollHeight}px`);
  }

  #find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.host.renderRoot.querySelector<E>(selector);
  }
}

export type { Panel };

/** Find the focused element, also in open shadow roots. */
function findFocused(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body ? null : (focused as HTMLElement | null);
}
