import node from './receivers/node.txt?raw';
import php from './receivers/php.txt?raw';
import python from './receivers/python.txt?raw';

export interface ReceiverExample {
  readonly name: string;
  readonly code: string;
}

/** Complete example programs. */
export const receivers: readonly ReceiverExample[] = [
  { name: 'Node', code: node },
  { name: 'Python', code: python },
  { name: 'PHP', code: php },
];
