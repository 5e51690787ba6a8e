/**
 * Return how much a sender wants a media type, from 0 to 1: the quality of the most specific range that matches it (RFC 9110, section
 * 12.5.1). Parameters of ranges are passed over.
 *
 * @param accept the header field; `null`: the sender wants anything
 */
export function qualityOf(type: string, accept: string | null): number {
  const names = ['*/*', `${type.split('/')[0]}/*`, type];
  let specificity = -1;
  let quality = 0;
  for (const range of (accept ?? '*/*').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    const place = names.indexOf(name);
    const own = readQuality(parameters);
    if (place < specificity || place < 0 || own === null) continue;
    quality = place > specificity ? own : Math.max(quality, own);
    specificity = place;
  }
  return quality;
}

/** @returns `null` for what is no quality */
function readQuality(parameters: readonly string[]): number | null {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  if (given === undefined) return 1;
  const [, digits] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(given) ?? [];
  return digits === undefined ? null : Number(digits);
}
