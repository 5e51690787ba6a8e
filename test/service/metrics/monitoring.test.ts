import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { parse as parseYaml } from 'yaml';
import { Documentation } from '../../../demo/documentation.ts';
import { createSite } from '../../../demo/site.ts';
import { startCommand } from '../../cli/command.ts';
import { fetchMetrics, readExposition, type ExposedMetric } from '../../support/exposition.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { collect, question, startService } from '../http-service.ts';
import { endPieces, startModelEndpoint, writePieces } from '../answer/model-endpoint.ts';

const DOCS = fileURLToPath(new URL('../../../demo/docs', import.meta.url));
const RULES = join(DOCS, 'v2/monitoring/alert-rules.yml');
const RULE_TESTS = fileURLToPath(new URL('monitoring/alert-rules.test.yml', import.meta.url));
const DASHBOARD = join(DOCS, 'v2/monitoring/grafana-dashboard.json');
const METRICS_KEY = 'metrics-key-3d7a';
const LOOK_INTERVAL = 25;
/** The language model does not end its answer to this. */
const ENDLESS = 'How tall is the lighthouse?';
/** Labels that Prometheus adds. */
const TARGET_LABELS = ['job', 'instance'];
const WITHOUT_PROMTOOL =
  spawnSync('promtool', ['--version']).status !== 0 && 'no promtool (Debian package prometheus)';

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; definition?: string }[] };
}

const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
const { groups } = parseYaml(readFileSync(RULES, 'utf8')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};

/** Expressions with the name of where they are. Grafana replaces its variables before it sends an expression. */
const expressions: [place: string, expression: string][] = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }): [string, string] => [alert, expr])),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '5m')]),
  ),
  ...dashboard.templating.list.flatMap(({ name, definition }): [string, string][] => {
    const [, selector, label] = /^label_values\((.+), (\w+)\)$/.exec(definition ?? '') ?? [];
    return selector === undefined ? [] : [[`variable ${name}`, `group by (${label}) (${selector})`]];
  }),
];

interface Selector {
  metric: string;
  /** Labels that have to be equal to a value. */
  equal: [label: string, value: string][];
}

/** Read an expression. @throws AssertionError when it is no PromQL */
function readPromql(expression: string): { selectors: Selector[]; labels: Set<string> } {
  const selectors: Selector[] = [];
  const labels = new Set<string>();
  let label = '';
  let operator = '';
  parser.parse(expression).iterate({
    enter({ name, type, from, to }) {
      const text = expression.slice(from, to);
      assert.ok(!type.isError, `${expression}: unexpected “${text}” at ${from}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', equal: [] });
      if (name === 'Identifier') selectors.at(-1)!.metric = text;
      if (name === 'LabelName') labels.add((label = text));
      if (name === 'MatchOp') operator = text;
      if (name === 'StringLiteral' && operator === '=') {
        selectors.at(-1)!.equal.push([label, text.slice(1, -1)]);
      }
    },
  });
  return { selectors, labels };
}

/** Metrics of a service that was asked once for everything, and of a worker. */
const exposed: Record<'service' | 'worker', Map<string, ExposedMetric>> = {
  service: new Map(),
  worker: new Map(),
};
let exposition = '';

before(async () => {
  await using endpoint = await startModelEndpoint((response, { messages }) => {
    writePieces(response, 'With a match. ');
    if (!messages.at(-1)!.content.endsWith(ENDLESS)) endPieces(response);
  });
  const model = { url: endpoint.url, name: 'test-model' };
  await using service = await startService({ metricsKey: METRICS_KEY, model });
  await service.service.ready;
  await service.post('/v1/search/lighthouse', { query: 'lamp' });
  await collect(service.client.answer(question('How is the lamp lit?')));
  await (await service.post('/v1/assistant/lighthouse/message', question(ENDLESS))).body!.cancel();
  // Reading metrics is a request like any other.
  await fetchMetrics(service.url, METRICS_KEY);
  while (!exposition.includes('end="left"')) {
    exposition = await fetchMetrics(service.url, METRICS_KEY);
    await wait(LOOK_INTERVAL);
  }
  exposed.service = readExposition(exposition);

  await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
  const place = [join(folder.path, 'docs'), '--data', join(folder.path, 'data'), '--no-model'];
  await using worker = startCommand(['worker', ...place, '--port', '0'], { DOCS_METRICS_KEY: METRICS_KEY });
  exposed.worker = readExposition(await fetchMetrics(await worker.url, METRICS_KEY));
});

/** Samples of a selector in the metrics of the service. */
function samplesOf({ metric, equal }: Selector): string[] {
  const all = [...exposed.service.values()].flatMap(({ samples }) => [...samples.keys()]);
  return all.filter(
    (sample) =>
      sample.split('{', 1)[0] === metric &&
      equal
        .filter(([label]) => !TARGET_LABELS.includes(label))
        .every(([label, value]) => sample.includes(`${label}="${value}"`)),
  );
}

describe('the dashboard and the alert rules', () => {
  it('are expressions of PromQL', () => {
    assert.ok(expressions.length > 40);
    for (const [, expression] of expressions) readPromql(expression);
    assert.throws(() => readPromql('sum by (x (up)'), /unexpected/);
  });

  it('select samples that a service exposes, and labels that it has', () => {
    const known = new Set([
      ...TARGET_LABELS,
      ...[...exposed.service.values()].flatMap(({ labelNames }) => [...labelNames]),
    ]);
    for (const [place, expression] of expressions) {
      const { selectors, labels } = readPromql(expression);
      assert.ok(selectors.length > 0, place);
      for (const selector of selectors) {
        // Prometheus makes `up` itself.
        if (selector.metric !== 'up')
          assert.notDeepEqual(samplesOf(selector), [], `${place}: ${selector.metric}`);
      }
      const unknown = [...labels].filter((label) => !known.has(label));
      assert.deepEqual(unknown, [], place);
    }
  });

  it('are of use for workers, which expose the same metrics', () => {
    const names = (process: 'service' | 'worker') => [...exposed[process].keys()].toSorted();
    assert.deepEqual(names('worker'), names('service'));
  });

  it('use labels in the texts of alerts that their expressions have', () => {
    for (const { alert, expr, annotations } of groups.flatMap(({ rules }) => rules)) {
      const { labels } = readPromql(expr);
      // A selector alone keeps all labels of its samples.
      const kept = expr.includes(' by (') ? labels : new Set([...labels, 'instance', 'project', 'part']);
      for (const [, label] of Object.values(annotations)
        .join(' ')
        .matchAll(/\$labels\.(\w+)/g)) {
        assert.ok(kept.has(label!), `${alert}: ${label}`);
      }
    }
  });

  it('use every kind of metric there is', () => {
    const used = expressions.flatMap(([, expression]) =>
      readPromql(expression).selectors.map(({ metric }) => metric.replace(/_bucket$/, '')),
    );
    const own = [...exposed.service.keys()].filter((name) => name.startsWith('docs_assistant_'));
    assert.deepEqual(
      own.filter((name) => !used.includes(name)),
      [],
    );
  });

  it('are reached from the pages that name them', async () => {
    const documentation = await Documentation.read(DOCS);
    const site = createSite(documentation, { name: 'Docs', domain: 'docs', endpoint: '/docs-api' });
    for (const language of ['en', 'de']) {
      const page = documentation.find(`v2/${language}/metrics`)!;
      for (const [, link] of (await documentation.read(page)).matchAll(/\]\((\.\.\/monitoring\/[^)]+)\)/g)) {
        const address = documentation.resolveLink(page, link!);
        const response = await site(new Request(`http://localhost${address}`));
        const file = readFileSync(join(DOCS, 'v2', link!.slice(3)), 'utf8');
        assert.deepEqual([response.status, await response.text()], [200, file]);
      }
    }
  });
});

describe('the panels of the dashboard', () => {
  it('have ids of their own and cover nothing', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const cells = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      const { x, y, w, h } = gridPos;
      assert.ok(x + w <= 24, title);
      for (let column = x; column < x + w; column++) {
        for (let line = y; line < y + h; line++) {
          const cell = `${column}/${line}`;
          assert.ok(!cells.has(cell), `${title} covers another panel`);
          cells.add(cell);
        }
      }
    }
  });
});

describe('the tables of metrics in the documentation', () => {
  for (const language of ['en', 'de']) {
    it(`name each with its type and labels: ${language}`, () => {
      const text = readFileSync(join(DOCS, `v2/${language}/metrics.md`), 'utf8');
      const documented = [...text.matchAll(/^\| `(docs_assistant_\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(
        ([, name, type, labels]) => [name, type, [...labels!.matchAll(/\w+/g)].map(String).toSorted()],
      );
      const own = [...exposed.service].filter(([name]) => name.startsWith('docs_assistant_'));
      assert.deepEqual(
        documented.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
        own
          .map(([name, { type, labelNames }]) => [
            name,
            type,
            [...labelNames].filter((label) => label !== 'le').toSorted(),
          ])
          .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      );
    });
  }
});

describe('promtool', { skip: WITHOUT_PROMTOOL }, () => {
  const promtool = (args: string[], input = '') => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('accepts the alert rules, and they alert as their tests say', () => {
    const checked = promtool(['check', 'rules', RULES]);
    assert.equal(checked.status, 0, checked.output);
    const tested = promtool(['test', 'rules', RULE_TESTS]);
    assert.equal(tested.status, 0, tested.output);
  });

  it('has nothing to say about the metrics but three of prom-client', () => {
    const { output } = promtool(['check', 'metrics'], exposition);
    const problems = output.split('\n').filter(Boolean);
    assert.deepEqual(
      problems.map((line) => line.split(' ', 1)[0]),
      ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'],
    );
  });
});
