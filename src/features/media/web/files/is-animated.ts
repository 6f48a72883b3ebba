/** The number of bytes at the beginning of a file that `isAnimated` needs. */
export const FILE_HEADER_BYTES = 64 * 1024

/**
 * Returns true if an image is animated, judged by its first bytes. Every GIF counts as animated; the other formats
 * declare animation in these bytes.
 */
export const isAnimated = (head: Uint8Array): boolean => {
  const text = new TextDecoder('latin1').decode(head)
  if (text.startsWith('GIF8')) return true
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8X', 8)) return ((head[20] ?? 0) & 0b10) !== 0
  if (text.startsWith('PNG', 1)) return text.slice(0, indexOr(text, 'IDAT')).includes('acTL')
  return text.startsWith('ftypavis', 4)
}

/**
 * Returns true if an animated PNG has a default image that is not one of its frames. Players never show that image, but
 * it is what remains if the animation is lost.
 */
export const hasHiddenDefaultImage = (head: Uint8Array): boolean => {
  const text = new TextDecoder('latin1').decode(head)
  const beforeImage = text.slice(0, indexOr(text, 'IDAT'))
  return text.startsWith('PNG', 1) && beforeImage.includes('acTL') && !beforeImage.includes('fcTL')
}

const indexOr = (text: string, word: string): number => {
  const index = text.indexOf(word)
  return index === -1 ? text.length : index
}
