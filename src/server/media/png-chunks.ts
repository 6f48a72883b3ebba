/**
 * Returns whether an animated PNG (PNG specification, third edition) has a default image that is not one of its frames.
 * Only programs without support for animation show that image, so its author may never have seen it.
 */
export const hasHiddenDefaultImage = (bytes: Buffer): boolean => {
  let isAnimated = false
  for (let offset = 8; offset + 8 <= bytes.length; offset += 12 + bytes.readUInt32BE(offset)) {
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (type === 'acTL') isAnimated = true
    // The default image is the first frame if a frame control chunk precedes it.
    if (type === 'fcTL' || type === 'IDAT') return isAnimated && type === 'IDAT'
  }
  return false
}
