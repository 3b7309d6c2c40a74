/** What this browser keeps between visits; a browser that keeps nothing is as good as a new one. */
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
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
