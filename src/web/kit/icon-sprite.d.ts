declare module 'virtual:icon-sprite' {
  /** The URL of the SVG file that contains every icon as a symbol. */
  const url: string
  export default url
}
