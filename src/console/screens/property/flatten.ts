/** One fact of a property, with the path it stands at. */
export interface Fact {
  readonly path: string;
  readonly value: string | number | boolean;
}

/** The leaves of a document, in their order; lists of words are one leaf. */
export function factsIn(value: unknown, path = ''): Fact[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, value }];
  if (Array.isArray(value)) {
    const words = value.filter((one) => typeof one === 'string');
    return words.length === value.length && words.length > 0
      ? [{ path, value: words.join(', ') }]
      : value.flatMap((one, at) => factsIn(one, value.length > 1 ? `${path}[${at + 1}]` : path));
  }
  return Object.entries(value as object).flatMap(([name, member]) =>
    factsIn(member, path === '' ? name : `${path}.${name}`),
  );
}

/** showerRooms → Shower rooms: members of the catalogue read as their name. */
export const nameOf = (path: string): string => {
  const last = path.split('.').at(-1) ?? path;
  const spaced = last.replace(/[a-z](?=[A-Z])/g, '$& ').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
