import { paths } from '#core/paths.ts'
import { isAnimated } from './files/is-animated.ts'

/** Enough bytes to tell whether a WebP is animated. */
const HEAD_BYTES = 64

/** Reads the first bytes of a stored image and returns true if it is animated. Throws if there is no connection. */
export const isAnimatedFile = async (file: string, signal: AbortSignal): Promise<boolean> => {
  const response = await fetch(paths.media(file), { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, signal })
  return response.status === 206 && isAnimated(new Uint8Array(await response.arrayBuffer()))
}
