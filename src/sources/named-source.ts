import { RequestFailure } from '../protocol/failures/failure.ts';

export type Options = Readonly<Record<string, string>>;

/** A kind of source: the options that it needs, and how it is created. Its module is loaded alone. */
interface Kind<Source> {
  readonly needs: readonly string[];
  create(options: never): Promise<Source>;
}

export type Kinds<Source> = Readonly<Record<string, Kind<Source>>>;

/** An option, whose value may be in quotes. */
const OPTION = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g;

/** Create the source that a text names. @param refuse creates one that fails, for a text that names none */
export async function openNamed<Source>(
  text: string,
  kinds: Kinds<Source>,
  refuse: (failure: RequestFailure) => Source,
): Promise<Source> {
  const [name = ''] = text.trim().split(/\s/);
  const options: Options = Object.fromEntries(
    [...text.matchAll(OPTION)].map(([, key, ...values]) => [
      key,
      values.find((value) => value !== undefined),
    ]),
  );
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  const missing = kind?.needs.filter((option) => !options[option]) ?? [];
  if (kind && missing.length === 0) return kind.create(options as never);
  const message = kind
    ? `source="${name}" needs ${missing.join(' and ')}.`
    : `source="${name}" is none of ${Object.keys(kinds).join(', ')}.`;
  console.warn(`docs-assistant: ${message}`);
  return refuse(new RequestFailure({ code: 'not-configured', retryable: false, message }));
}
