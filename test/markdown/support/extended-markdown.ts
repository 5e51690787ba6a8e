import * as extensions from '../../../src/markdown/syntax-extensions.ts';
import { createMarkdownDocument as createDocument } from '../../../src/markdown/markdown-document.ts';
import { parseMarkdown as parse } from '../../../src/markdown/parse-markdown.ts';

/** A document that reads all syntax. */
export const createMarkdownDocument = () => createDocument(extensions);

export const parseMarkdown = (text: string) => parse(text, extensions);
