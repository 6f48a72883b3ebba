import { escapeMarkup } from '#core/escape-markup.ts'

/** Escaped HTML, which only `html` can create. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | undefined

/** A template tag that escapes interpolated values unless they are `Html` themselves. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.reduce((result, text, index) => result + escapeValue(values[index - 1]) + text))

const escapeValue = (value: Value): string => {
  if (value instanceof Html) return value.text
  if (value === null || value === undefined || value === false) return ''
  return escapeMarkup(String(value))
}
