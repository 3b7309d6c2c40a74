import { useState } from 'preact/hooks';
import { useWords } from '../state/language.ts';
import { exploreWords } from '../words/explore.ts';

interface PhotoProps {
  /** Undefined when the listing has none. */
  url: string | undefined;
  alt: string;
  isLazy?: boolean;
}

/** A picture of a listing. One that portals have removed looks like a missing one. */
export function PhotoImage({ url, alt, isLazy = true }: PhotoProps) {
  const words = useWords(exploreWords);
  const [gone, setGone] = useState<string>();
  if (url === undefined || url === gone) return <span class="soft">{words.noPicture}</span>;
  return <img src={url} alt={alt} loading={isLazy ? 'lazy' : 'eager'} onError={() => setGone(url)} />;
}
