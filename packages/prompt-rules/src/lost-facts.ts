/**
 * Returns everything that `before` contains and `after` lacks: words (counting repetitions), numbers, links,
 * quotations, and blanks in every notation, each exactly as written. Returns nothing if `after` contains all
 * of them, in any order.
 */
export const findLostFacts = (before: string, after: string): string[] => {
  const counts = countOf(wordsOf(after))
  const lost = [...countOf(wordsOf(before))].filter(([word, count]) => (counts.get(word) ?? 0) < count)
  const exact = [...new Set(EXACT.flatMap((pattern) => before.match(pattern) ?? []))]
  return [...lost.map(([word]) => word), ...exact.filter((fact) => !after.includes(fact))]
}

const EXACT = [
  /\$\{[^{}\n]{1,200}\}/g,
  /\{\{?[^{}\n"]{1,80}\}?\}/g,
  /\[[^[\]\n]{1,80}\]/g,
  /https?:\/\/[^\s"'<>)。！？，、]{1,500}/g,
  /"[^"\n]*"/g,
  /“[^”\n]{1,4000}”/g,
  /\d[\d.,:/-]{0,30}\d/g,
]

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

const countOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
