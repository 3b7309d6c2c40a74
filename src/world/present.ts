type Absentable<Type> = { [Name in keyof Type]: Type[Name] | undefined };

/** Removes undefined members, so that they are absent in the written line too. */
export function present<Type extends object>(members: Absentable<Type>): Type {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Type;
}
