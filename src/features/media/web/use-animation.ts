import { useEffect, useState } from 'react'
import type { ExampleFile } from '../contract-values.ts'

/**
 * Whether an image moves. `isMoving` is null until the reader decides; until then, the image moves unless the reader
 * prefers reduced motion.
 */
export type Animation = { isMoving: boolean | null; canMove: boolean; toggle(): void }

/**
 * Lets a reader stop an animation and start it again (WCAG 2.2.2). `canMove` is true once the image is known to be
 * animated.
 */
export const useAnimation = ({ file, extension }: Pick<ExampleFile, 'file' | 'extension'>): Animation => {
  const [canMove, setCanMove] = useState(extension === 'gif')
  const [isMoving, setIsMoving] = useState<boolean | null>(null)
  useEffect(() => {
    if (extension !== 'webp') return
    const abort = new AbortController()
    void findAnimation(file, abort.signal).then((moves) => moves && setCanMove(true))
    return () => abort.abort()
  }, [file, extension])
  return { isMoving, canMove, toggle: () => setIsMoving(!(isMoving ?? !prefersReducedMotion())) }
}

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const prefersReducedMotion = (): boolean => matchMedia(REDUCED_MOTION).matches

/** Without a connection, the image keeps moving and has no control. */
const findAnimation = async (file: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const { isAnimatedFile } = await import('./is-animated-file.ts')
    return await isAnimatedFile(file, signal)
  } catch {
    return false
  }
}
