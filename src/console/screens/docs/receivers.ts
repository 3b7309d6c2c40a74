import node from './receivers/node.txt?raw';
import php from './receivers/php.txt?raw';
import python from './receivers/python.txt?raw';

export interface ReceiverExample {
  readonly name: string;
  readonly code: string;
}

/** Whole programs, short enough to read. */
export const receivers: readonly ReceiverExample[] = [
  { name: 'Node', code: node },
  { name: 'Python', code: python },
  { name: 'PHP', code: php },
];
