/** A value may hold quotations; the end of a sentence is no part of it. */
const PARAMETER = /^--[a-z]{1,20}(?:\s(?:[^\n".!?]|[.!?](?=\S)|"[^"\n]*"){0,200})?$/

/**
 * Where the parameters that end a Midjourney prompt (`--ar 16:9 --no text`) begin, with the space before them. The end of
 * what is written where it has none: parameters within a sentence or a quotation are words of it.
 */
export const parametersAt = (text: string): number => {
  const written = text.trimEnd()
  const quotations = [...written.matchAll(/"[^"\n]*"/g)]
  const isQuoted = (at: number) =>
    quotations.some(({ index, 0: quoted }) => index < at && at < index + quoted.length)
  let at = written.length
  for (const piece of written
    .split(/\s(?=--[a-z])/)
    .slice(1)
    .reverse()) {
    const start = at - piece.length - 1
    if (!PARAMETER.test(piece.trim()) || isQuoted(start)) break
    at = start
  }
  return at
}
