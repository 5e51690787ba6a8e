/** Return JSON that PostgreSQL accepts: `jsonb` and `text` may hold any character but U+0000. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? withoutNull(part) : part,
  );
}

/** Replace U+0000, which no text of PostgreSQL can hold, by the replacement character. */
export function withoutNull(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
