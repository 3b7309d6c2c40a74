/** The first UTF-16 units of a text; a pair of surrogates is never parted. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isPairParted = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1));
  return text.slice(0, isPairParted ? maxLength - 1 : maxLength).trimEnd();
}
