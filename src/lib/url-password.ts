/** The password of an address such as postgres://user:password@host. Bounded, so that a long text is gone over once. */
const PASSWORD = /(:\/\/[^\s:/@"'<>]{0,200}:)[^\s@"'<>]{1,1000}@/g;

/** Blots out passwords in addresses of a text that is about to be printed or logged. */
export const redactUrlPasswords = (text: string): string =>
  text.includes('://') ? text.replaceAll(PASSWORD, '$1***@') : text;
