/** Matches a parameter, whose value may contain quotations but not the end of a sentence. */
const PARAMETER = /^--[a-z]{1,20}(?:\s(?:[^\n".!?]|[.!?](?=\S)|"[^"\n]*"){0,200})?$/

/**
 * Returns the index at which the trailing parameters of a Midjourney prompt (`--ar 16:9 --no text`) begin,
 * including the space before them, or the end of the text if there are none. Parameters inside a sentence or
 * a quotation belong to the text.
 */
export const findMidjourneyParametersIndex = (text: string): number => {
  const trimmed = text.trimEnd()
  const quotations = [...trimmed.matchAll(/"[^"\n]*"/g)]
  const isQuoted = (position: number) =>
    quotations.some(({ index, 0: quoted }) => index < position && position < index + quoted.length)
  let begin = trimmed.length
  for (const piece of trimmed
    .split(/\s(?=--[a-z])/)
    .slice(1)
    .reverse()) {
    const start = begin - piece.length - 1
    if (!PARAMETER.test(piece.trim()) || isQuoted(start)) break
    begin = start
  }
  return begin
}
