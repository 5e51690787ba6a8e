/** A metric of the text format of Prometheus. */
export interface ExposedMetric {
  type: string;
  help: string;
  /** Names of its labels, those of histograms and summaries (`le`, `quantile`) included. */
  labelNames: Set<string>;
  /** Sample, as it is written: `name{label="value"}` → value. */
  samples: Map<string, number>;
}

/** Read the text format of Prometheus. */
export function readExposition(text: string): Map<string, ExposedMetric> {
  const metrics = new Map<string, ExposedMetric>();
  let last: ExposedMetric | undefined;
  for (const line of text.split('\n')) {
    const [, help, name = '', description = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (help === 'HELP') {
      last = { type: '', help: description, labelNames: new Set(), samples: new Map() };
      metrics.set(name, last);
    } else if (help === 'TYPE') {
      metrics.get(name)!.type = description;
    } else if (line !== '') {
      const [, sample, value] = /^(.*) (\S+)$/.exec(line)!;
      last!.samples.set(sample!, Number(value));
      for (const [, label] of sample!.matchAll(/[{,](\w+)="/g)) last!.labelNames.add(label!);
    }
  }
  return metrics;
}

/** Read the samples of all metrics, as they are written. */
export function readSamples(text: string): Map<string, number> {
  return new Map([...readExposition(text).values()].flatMap(({ samples }) => [...samples]));
}

/** Read the metrics of a server. */
export async function fetchMetrics(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`);
  return response.text();
}
