/**
 * Reads what a PNG (PNG specification, third edition) says about its animation before its image data. It has a hidden
 * image if its default image is not one of the frames: only programs without support for animation show that image, so
 * its author may never have seen it. `bytes` may be only the beginning of the file.
 */
export const readPngAnimation = (bytes: Uint8Array): { isAnimated: boolean; hasHiddenImage: boolean } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isAnimated = false
  for (let offset = 8; offset + 8 <= bytes.length; offset += 12 + view.getUint32(offset)) {
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8))
    if (type === 'acTL') isAnimated = true
    // The default image is the first frame if a frame control chunk precedes it.
    if (type === 'fcTL') break
    if (type === 'IDAT') return { isAnimated, hasHiddenImage: isAnimated }
  }
  return { isAnimated, hasHiddenImage: false }
}
