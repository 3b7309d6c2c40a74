declare module 'virtual:base-map' {
  /** The URL of the base map. */
  export const baseMapAddress: string;
  /** The URL of the names of communes. */
  export const communesAddress: string;
}
