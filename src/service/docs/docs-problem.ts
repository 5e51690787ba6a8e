/**
 * Why a file of the documentation was not read as its author meant it. Stable: shown by `--json` and in logs.
 *
 * Left out of the index: `unreadable`, `too-large`, `too-many`, `too-deep`, `outside`, `binary`, `too-slow`, `too-complex`,
 * `duplicate-path`. Indexed all the same: `encoding`, `frontmatter`, `mdx`, `too-many-sections`. Told of the whole folder:
 * `embedding`, when sections can only be found by their words because the model failed.
 */
export type DocsProblemCode =
  | 'unreadable'
  | 'too-large'
  | 'too-many'
  | 'too-deep'
  | 'outside'
  | 'binary'
  | 'too-slow'
  | 'too-complex'
  | 'duplicate-path'
  | 'encoding'
  | 'frontmatter'
  | 'mdx'
  | 'too-many-sections'
  | 'embedding';

/** Something that went wrong with one file (or, with an empty `file`, with the whole folder). The rest is indexed. */
export interface DocsProblem {
  /** Path of the file relative to the documentation folder, with `/`. */
  file: string;
  code: DocsProblemCode;
  /** One English sentence for the author of the file, with the line where it is known. */
  message: string;
}
