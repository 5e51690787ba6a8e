const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Languages of an element: of its interface strings, and of the page around it. */
interface Languages {
  readonly language: string;
  readonly locale: string;
}

/** Write seconds as hours and minutes, or as minutes and seconds: "1 hour 30 minutes". What is cut off is rounded up. */
export function formatWait(seconds: number, { language, locale }: Languages): string {
  const isLong = seconds > HOUR - 1;
  const whole = Math.ceil(isLong ? seconds / MINUTE : seconds);
  const units = isLong ? (['hour', 'minute'] as const) : (['minute', 'second'] as const);
  // The words belong to the sentence around them; the digits may be those of the page.
  const tag = locale.startsWith(language) ? locale : language;
  const parts = [Math.floor(whole / MINUTE), whole % MINUTE].flatMap((value, index) =>
    value === 0 ? [] : value.toLocaleString(tag, { style: 'unit', unit: units[index]!, unitDisplay: 'long' }),
  );
  return new Intl.ListFormat(tag, { type: 'unit', style: 'narrow' }).format(parts);
}
