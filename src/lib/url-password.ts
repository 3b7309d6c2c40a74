/** The password of a URL such as postgres://user:password@host. Bounded, so that a long text is scanned once. */
const PASSWORD = /(:\/\/[^\s:/@"'<>]{0,200}:)[^\s@"'<>]{1,1000}@/g;

/** Masks passwords in the URLs of a text that is printed or logged. */
export const redactUrlPasswords = (text: string): string =>
  text.includes('://') ? text.replaceAll(PASSWORD, '$1***@') : text;
