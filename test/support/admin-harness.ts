import '../../src/admin.ts';
import type { DocsAgentJobs, DocsDeployment, DocsInsights } from '../../src/admin.ts';
import type { AgentSession, AgentSessionReport, UpdateStatus } from '../../src/protocol/api.ts';
import type { ReceivedRequest, ScriptedReply } from './reply-server.ts';
import type { ServiceOrder } from './service-server.ts';
import { nextEvent, until } from './until.ts';

/** A real service over a real git repository, behind a proxy whose admin routes are open. */
export class RealProject {
  readonly endpoint = `/__services/${crypto.randomUUID()}`;

  static async open(files: Readonly<Record<string, string>> = { 'a.md': '# Alpha' }): Promise<RealProject> {
    const project = new RealProject();
    await project.order({ do: 'open', files });
    return project;
  }

  async order<Result = null>(order: ServiceOrder): Promise<Result> {
    const response = await fetch(this.endpoint, { method: 'PUT', body: JSON.stringify(order) });
    return (await response.json()) as Result;
  }

  startJob(report: AgentSessionReport): Promise<AgentSession> {
    return this.order({ do: 'start-job', report });
  }

  close(): Promise<null> {
    return this.order({ do: 'close' });
  }
}

/** What the server answers to the requests of an element, in their order, whatever they ask for. @returns the endpoint */
export async function scriptReplies(replies: readonly (object | ScriptedReply)[]): Promise<string> {
  const endpoint = `/__replies/${crypto.randomUUID()}`;
  const script = replies.map((reply) => ('pieces' in reply || 'broken' in reply ? reply : json(reply)));
  await fetch(endpoint, { method: 'PUT', body: JSON.stringify(script) });
  return endpoint;
}

/** A reply that carries a value. */
export function json(value: object, more: ScriptedReply = {}): ScriptedReply {
  return { headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(value)], ...more };
}

/** A session as servers send it. */
export function session(id: string, more: Partial<AgentSession> = {}): AgentSession {
  return {
    sessionId: id,
    subdomain: 'docs',
    branch: `docs/${id}`,
    haulted: false,
    todos: [],
    createdAt: '2026-01-01T10:00:00.000Z',
    ...more,
  };
}

/** An update as servers send it. */
export function update(status: string, more: Partial<UpdateStatus> = {}): UpdateStatus {
  return {
    _id: 'u1',
    projectId: 'project-1',
    createdAt: '2026-01-01T10:00:00.000Z',
    status,
    logs: [],
    ...more,
  };
}

type AdminElement = DocsAgentJobs | DocsDeployment | DocsInsights;
type Tag = 'docs-agent-jobs' | 'docs-deployment' | 'docs-insights';

/** One of the elements on the page, used as a maintainer would use it. */
export class AdminHarness<Element extends AdminElement = AdminElement> {
  readonly element: Element;

  private constructor(element: Element) {
    this.element = element;
  }

  static async open<Name extends Tag>(
    tag: Name,
    attributes: Readonly<Record<string, string>>,
  ): Promise<AdminHarness<HTMLElementTagNameMap[Name]>> {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ 'project-id': 'project-1', ...attributes }))
      element.setAttribute(name, value);
    document.body.append(element);
    await element.updateComplete;
    return new AdminHarness(element);
  }

  /** Takes away what tests have put onto the page, and what they have kept. */
  static reset(): void {
    const elements = document.querySelectorAll('docs-agent-jobs, docs-deployment, docs-insights');
    for (const element of elements) element.remove();
    delete (document as { hidden?: boolean }).hidden;
    document.documentElement.removeAttribute('dir');
    document.documentElement.lang = 'en';
    localStorage.clear();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  /** Part or id of what has the focus. */
  get focused(): string {
    const focused = this.root.activeElement;
    return focused?.getAttribute('part') ?? focused?.id ?? '';
  }

  find<Found extends HTMLElement>(selector: string): Found | null {
    return this.root.querySelector<Found>(selector);
  }

  has(selector: string): boolean {
    return this.find(selector) !== null;
  }

  findAll(selector: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(selector)];
  }

  /** Text of the elements, white space in a row as one space. */
  texts(selector: string): string[] {
    return this.findAll(selector).map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());
  }

  text(selector: string): string {
    return this.texts(selector)[0] ?? '';
  }

  /** What the live region of the element says. */
  get said(): string {
    return this.texts('[role=status]').at(-1)!;
  }

  isVisible(selector: string): boolean {
    return this.find(selector)?.checkVisibility() ?? false;
  }

  async click(selector: string): Promise<void> {
    this.find(selector)!.click();
    await this.element.updateComplete;
  }

  async type(selector: string, text: string): Promise<void> {
    const input = this.find<HTMLInputElement>(selector)!;
    input.focus();
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }

  /** The detail of the next event of this name, once what it tells of is drawn. */
  async heard<Name extends keyof HTMLElementEventMap>(
    name: Name,
  ): Promise<HTMLElementEventMap[Name] extends CustomEvent<infer Detail> ? Detail : never> {
    const { detail } = await nextEvent<CustomEvent>(this.element, name);
    await this.element.updateComplete;
    return detail as never;
  }

  /** Waits until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
  }

  /** What the server was asked. */
  async requests(): Promise<ReceivedRequest[]> {
    return (await (await fetch(`${this.element.endpoint}/requests`)).json()) as ReceivedRequest[];
  }

  /** Lets the next held reply go. */
  async release(): Promise<void> {
    await fetch(`${this.element.endpoint}/release`, { method: 'POST', body: '{}' });
  }
}

/** Makes the page hidden, or visible again, as far as it is told. {@link AdminHarness.reset} ends it. */
export function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}
