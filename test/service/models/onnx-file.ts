/**
 * Writes small ONNX models, so that the real runtimes run what a test can compute by hand. The fields and their numbers are those of
 * onnx.proto3.
 */

type Field = readonly [number: number, value: number | string | Uint8Array];

/** A node of the graph. */
export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  output: string;
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** Values of a constant, with its shape. */
export interface OnnxConstant {
  dims: readonly number[];
  floats?: readonly number[];
  integers?: readonly number[];
}

export interface OnnxGraph {
  nodes: readonly OnnxNode[];
  constants: Readonly<Record<string, OnnxConstant>>;
  /** Names of the inputs: integers of the shape [1, any]. */
  inputs: readonly string[];
  /** Name and rank of the output, of floats. */
  output: readonly [name: string, rank: number];
}

const FLOAT = 1;
const INT64 = 7;

/** Return the file of a model. */
export function onnxFile({ nodes, constants, inputs, output }: OnnxGraph): Uint8Array {
  const graph = message([
    ...nodes.map((node): Field => [1, nodeOf(node)]),
    [2, 'graph'],
    ...Object.entries(constants).map(([name, constant]): Field => [5, tensorOf(name, constant)]),
    ...inputs.map((name): Field => [11, valueOf(name, INT64, 2)]),
    [12, valueOf(output[0], FLOAT, output[1])],
  ]);
  const opset = message([
    [1, ''],
    [2, 13],
  ]);
  return message([
    [1, 8],
    [8, opset],
    [7, graph],
  ]);
}

function nodeOf({ op, inputs, output, attributes = {} }: OnnxNode): Uint8Array {
  return message([
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [3, output],
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => [
      5,
      typeof value === 'number'
        ? message([
            [1, name],
            [3, value],
            [20, 2],
          ])
        : message([[1, name], ...value.map((one): Field => [8, one]), [20, 7]]),
    ]),
  ]);
}

function tensorOf(name: string, { dims, floats, integers }: OnnxConstant): Uint8Array {
  const raw = floats
    ? new Uint8Array(Float32Array.from(floats).buffer)
    : new Uint8Array(BigInt64Array.from(integers ?? [], BigInt).buffer);
  return message([...dims.map((size): Field => [1, size]), [2, floats ? FLOAT : INT64], [8, name], [9, raw]]);
}

/** @param rank number of dimensions, each of any size */
function valueOf(name: string, type: number, rank: number): Uint8Array {
  const shape = message(Array.from({ length: rank }, (_, at): Field => [1, message([[2, `${name}_${at}`]])]));
  const tensor = message([
    [1, type],
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

function message(fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
      const bytes = Buffer.from(value as Uint8Array);
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}
