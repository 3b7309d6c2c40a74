/** The words of a vocabulary as a trie in flat arrays. The words below a node are consecutive in the vocabulary. */
export interface LetterTree {
  /** The code unit that leads to the node; the root, node 0, has none. */
  readonly letter: Uint16Array;
  readonly firstChild: Uint32Array;
  /** 0 after the last child. */
  readonly nextSibling: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** 1 when a word ends at the node: the word numbered `from`. */
  readonly isWord: Uint8Array;
}

/** Builds the trie of sorted, distinct words. */
export function buildLetterTree(words: readonly string[]): LetterTree {
  const maxNodes = words.reduce((sum, word) => sum + word.length, 1);
  const tree = {
    letter: new Uint16Array(maxNodes),
    firstChild: new Uint32Array(maxNodes),
    nextSibling: new Uint32Array(maxNodes),
    from: new Uint32Array(maxNodes),
    to: new Uint32Array(maxNodes),
    isWord: new Uint8Array(maxNodes),
  };
  tree.to[0] = words.length;
  let size = 1;
  /** The nodes from the root to the end of the previous word. */
  let path = [0];
  let before = '';
  for (const [number, word] of words.entries()) {
    let shared = 0;
    while (shared < before.length && before.charCodeAt(shared) === word.charCodeAt(shared)) shared += 1;
    const elder = path[shared + 1];
    path = path.slice(0, shared + 1);
    for (let at = shared; at < word.length; at += 1) {
      const node = size++;
      tree.letter[node] = word.charCodeAt(at);
      tree.from[node] = number;
      if (at === shared && elder !== undefined) tree.nextSibling[elder] = node;
      else tree.firstChild[path[at] ?? 0] = node;
      path.push(node);
    }
    for (const node of path) tree.to[node] = number + 1;
    tree.isWord[path.at(-1) ?? 0] = 1;
    before = word;
  }
  return trimTree(tree, size);
}

const trimTree = (tree: LetterTree, size: number): LetterTree => ({
  letter: tree.letter.slice(0, size),
  firstChild: tree.firstChild.slice(0, size),
  nextSibling: tree.nextSibling.slice(0, size),
  from: tree.from.slice(0, size),
  to: tree.to.slice(0, size),
  isWord: tree.isWord.slice(0, size),
});
