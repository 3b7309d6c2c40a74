declare module 'virtual:base-map' {
  /** The URL of the base map. */
  export const baseMapAddress: string;
  /** The URL of the outline of the land, a path of SVG. */
  export const outlineAddress: string;
  /** The URL of the names of communes. */
  export const communesAddress: string;
  /** The URL of the rivers and lakes. */
  export const waterAddress: string;
}

interface ImportMeta {
  /** Vite builds one file for each match; a function fetches it. */
  glob<T>(pattern: string, options: { query: string; import: string }): Record<string, () => Promise<T>>;
}
