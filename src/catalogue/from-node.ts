import type { Vocabulary } from './vocabulary.ts';

export interface Point {
  type: 'Point';
  /** Longitude, then latitude. */
  coordinates: [number, number];
}

interface Scalars {
  text: string;
  number: number;
  integer: number;
  flag: boolean;
  date: string;
  timestamp: string;
  point: Point;
}

/** The TypeScript type a node describes. */
export type FromNode<N> = N extends { kind: infer Kind extends keyof Scalars }
  ? Scalars[Kind]
  : N extends { kind: 'choice'; vocabulary: Vocabulary<infer Value> }
    ? Value
    : N extends { kind: 'list'; of: infer Of }
      ? FromNode<Of>[]
      : N extends { kind: 'keyed'; vocabulary: Vocabulary<infer Value>; of: infer Of }
        ? { [Name in Value]?: FromNode<Of> }
        : N extends { kind: 'object'; members: infer Members }
          ? FromMembers<Members>
          : never;

type RequiredName<Members> = {
  [Name in keyof Members]: Members[Name] extends { required: true } ? Name : never;
}[keyof Members];

type FromMembers<Members> = Flat<
  { -readonly [Name in RequiredName<Members>]: FromNode<Members[Name]> } & {
    -readonly [Name in Exclude<keyof Members, RequiredName<Members>>]?: FromNode<Members[Name]>;
  }
>;

export type Flat<Type> = { [Name in keyof Type]: Type[Name] };
