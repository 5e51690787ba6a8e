import { readFile } from 'node:fs/promises';

/**
 * Runtime of the model: the native binary of `onnxruntime-node`, or WebAssembly, which works everywhere and takes four to five
 * times as long.
 */
export type OnnxRuntimeName = 'native' | 'WebAssembly';

export interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** The common part of sessions of `onnxruntime-node` and `onnxruntime-web`. */
interface Session {
  readonly inputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

interface OnnxRuntime {
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}

export interface OpenedSession {
  runtime: OnnxRuntimeName;
  session: Session;
  Tensor: OnnxRuntime['Tensor'];
}

const SESSION_OPTIONS = {
  // The session runs in a thread of the pool, so that threads of its own would only wait for each other.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  extra: {
    session: { intra_op: { allow_spinning: '0' } },
    // GELU by tanh instead of erf saves 7 % of the time in WebAssembly and changes vectors little (cosine 0.996).
    optimization: { enable_gelu_approximation: '1' },
  },
};

/**
 * Load the weights into the native runtime if it is installed and works, else into WebAssembly. A package whose install script
 * was skipped or whose binary does not fit the system counts as missing.
 *
 * @param wasmFile WebAssembly of `onnxruntime-web`, `ort-wasm-simd-threaded.wasm`
 * @param only the runtime to use, for tests and benches
 * @throws Error when the weights cannot be loaded
 */
export async function openSession(
  weights: Uint8Array,
  wasmFile: URL,
  only?: OnnxRuntimeName,
): Promise<OpenedSession> {
  if (only !== 'WebAssembly') {
    try {
      return await createSession('native', await import('onnxruntime-node'), weights);
    } catch (error) {
      if (only === 'native') throw error;
    }
  }
  return createSession('WebAssembly', await loadWebAssembly(wasmFile), weights);
}

async function loadWebAssembly(file: URL): Promise<OnnxRuntime> {
  const runtime = await import('onnxruntime-web/wasm');
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmBinary = (await readFile(file)).buffer;
  return runtime;
}

async function createSession(
  name: OnnxRuntimeName,
  { InferenceSession, Tensor }: OnnxRuntime,
  weights: Uint8Array,
): Promise<OpenedSession> {
  return { runtime: name, session: await InferenceSession.create(weights, SESSION_OPTIONS), Tensor };
}
