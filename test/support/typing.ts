const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One typo anywhere, hyphens and spaces included: a letter omitted, added or wrong, or two exchanged. */
export function withTypo(text: string, random: () => number): string {
  const letters = [...text];
  const below = (limit: number): number => Math.floor(random() * limit);
  const at = below(letters.length);
  const letter = LETTERS[below(LETTERS.length)] ?? 'a';
  const kind = below(4);
  if (kind === 0) return letters.toSpliced(at, 1).join('');
  if (kind === 1) return letters.toSpliced(at, 0, letter).join('');
  if (kind === 2) return letters.with(at, letter).join('');
  const first = Math.min(at, letters.length - 2);
  return letters.toSpliced(first, 2, letters[first + 1] ?? '', letters[first] ?? '').join('');
}
