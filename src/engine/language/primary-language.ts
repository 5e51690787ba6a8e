/** Return the language of a tag without script and region, in lower case: `de` for `de-AT` and `DE_at`. Whatever is no tag stays. */
export function primaryLanguage(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;
}
