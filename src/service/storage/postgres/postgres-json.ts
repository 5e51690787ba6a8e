/** JSON as PostgreSQL takes it: `jsonb` and `text` hold any character but U+0000. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? withoutNull(part) : part,
  );
}

/** The only character that PostgreSQL keeps in no text is shown as one that cannot be shown. */
export function withoutNull(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
