import type * as prom from 'prom-client';

/** Creates metrics of this program, whose names begin with `docs_assistant_`. */
export interface MetricFactory {
  counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly Label[],
  ): prom.Counter<Label>;
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly Label[],
  ): prom.Gauge<Label>;
  /** @param buckets upper bounds in seconds */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames?: readonly Label[],
  ): prom.Histogram<Label>;
}

const PREFIX = 'docs_assistant_';

export function createMetricFactory(client: typeof prom, register: prom.Registry): MetricFactory {
  const registers = [register];
  return {
    counter: (name, help, labelNames = []) =>
      new client.Counter({ name: PREFIX + name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) =>
      new client.Gauge({ name: PREFIX + name, help, labelNames, registers }),
    histogram: (name, help, buckets, labelNames = []) =>
      new client.Histogram({ name: PREFIX + name, help, buckets, labelNames, registers }),
  };
}
