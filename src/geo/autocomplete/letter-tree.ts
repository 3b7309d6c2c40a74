/** The words of a vocabulary as a tree of letters, laid flat. A node knows which words begin as it does: they are neighbours. */
export interface LetterTree {
  /** Code unit that leads to the node; the root, node 0, has none. */
  readonly letter: Uint16Array;
  readonly firstChild: Uint32Array;
  /** 0 after the last child. */
  readonly nextSibling: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** 1 when a word ends at the node; it is the word numbered `from`. */
  readonly isWord: Uint8Array;
}

/** From words in order, each once. */
export function buildLetterTree(words: readonly string[]): LetterTree {
  const most = words.reduce((sum, word) => sum + word.length, 1);
  const tree = {
    letter: new Uint16Array(most),
    firstChild: new Uint32Array(most),
    nextSibling: new Uint32Array(most),
    from: new Uint32Array(most),
    to: new Uint32Array(most),
    isWord: new Uint8Array(most),
  };
  tree.to[0] = words.length;
  let size = 1;
  /** The nodes from the root to the end of the word before. */
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
