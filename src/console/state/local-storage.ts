const PREFIX = 'gable.';

/** Values stored in this browser; undefined where storage is refused. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Private windows may refuse storage; the value then lasts as long as the page.
  }
}

export function removeStored(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Storage is refused: there is nothing to remove.
  }
}

/** The names of all values of the console. */
export function storedNames(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
