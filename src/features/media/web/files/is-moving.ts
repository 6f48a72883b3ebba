/** Enough of a file to see whether it moves. */
export const HEAD_BYTES = 64 * 1024

/** Whether a picture moves, by the first bytes of it: every GIF may, the others say so in their head. */
export const isMoving = (head: Uint8Array): boolean => {
  const text = new TextDecoder('latin1').decode(head)
  if (text.startsWith('GIF8')) return true
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8X', 8)) return ((head[20] ?? 0) & 0b10) !== 0
  if (text.startsWith('PNG', 1)) return text.slice(0, indexOr(text, 'IDAT')).includes('acTL')
  return text.startsWith('ftypavis', 4)
}

const indexOr = (text: string, word: string): number => {
  const at = text.indexOf(word)
  return at === -1 ? text.length : at
}
