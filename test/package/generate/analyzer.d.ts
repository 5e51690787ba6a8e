// The analyzer comes without types. It works on syntax trees of the compiler that it brings along.
declare module '@custom-elements-manifest/analyzer' {
  import type { Package } from 'custom-elements-manifest/schema.d.ts';

  interface SourceFile {
    readonly fileName: string;
  }
  export const ts: {
    createSourceFile(name: string, text: string, target: number, setParentNodes: boolean): SourceFile;
    readonly ScriptTarget: { readonly ES2022: number };
  };
  export function create(options: {
    modules: readonly SourceFile[];
    plugins: readonly object[];
    context: { dev: boolean };
  }): Package;
}

declare module '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js' {
  export function litPlugin(): readonly object[];
}
