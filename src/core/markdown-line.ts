/** Matches the marks that Markdown would not show in a line. An underscore within a word shows itself. */
const MARKS = /[\\`*[\]<>]|\b_|_\b|&(?=#?\w+;)/g

/** Returns Markdown that shows the text as it is written, in one line, also in a heading. */
export const toMarkdownLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(MARKS, '\\$&')
    .replace(/ (#+)$/, ' \\$1')
