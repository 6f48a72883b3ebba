import { readPngAnimation } from '#core/png-animation.ts'

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
  if (text.startsWith('PNG', 1)) return readPngAnimation(head).isAnimated
  return text.startsWith('ftypavis', 4)
}
