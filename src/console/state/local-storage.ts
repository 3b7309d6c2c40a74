/** Values stored in this browser; undefined where storage is refused. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(`gable.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(`gable.${name}`, value);
  } catch {
    // Private windows may refuse storage; the value then lasts as long as the page.
  }
}
