declare module 'virtual:base-map' {
  /** The URL of the base map. */
  export const baseMapAddress: string;
}
