/** One fault of a request: where it is, what is wrong, and a code a program may rely on. */
export interface Violation {
  propertyPath: string;
  message: string;
  code: string;
}

/** A fault as a parser finds it. `understood`: it breaks a rule (422); otherwise it has no meaning at all (400). */
export interface RequestFault extends Violation {
  understood: boolean;
}

/** A value that was understood and breaks a rule. */
export const ruleFault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath,
  message,
  code,
  understood: true,
});
