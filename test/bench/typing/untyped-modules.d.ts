/** A style sheet, bundled as its text. */
declare module '*.css' {
  const text: string;
  export default text;
}

declare module '@pagefind/default-ui' {
  export const PagefindUI: new (options: object) => object;
}
