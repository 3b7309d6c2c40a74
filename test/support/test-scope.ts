/** A test, or a whole file of tests: what it opens ends with it. */
export interface TestScope {
  after(end: () => Promise<void>): void;
}
