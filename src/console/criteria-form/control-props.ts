import type { Filter } from '../../catalogue/filters/kinds.ts';

/** The properties of every control. An undefined `operand` means that the filter is not used. */
export interface ControlProps<F extends Filter = Filter> {
  filter: F;
  label: string;
  operand: unknown;
  setOperand: (operand: unknown) => void;
}
