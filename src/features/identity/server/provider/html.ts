const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that is safe to put into HTML; made by `html` alone. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | false | undefined

/** A template whose values are escaped, unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((whole, text, at) => whole + inner(parts[at - 1]) + text))

const inner = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (part === null || part === undefined || part === false) return ''
  return String(part).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
}
