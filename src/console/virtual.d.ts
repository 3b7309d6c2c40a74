declare module 'virtual:base-map' {
  /** Where the drawn base map is. */
  export const baseMapAddress: string;
}
