import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { Animation } from './use-animation.ts'

const AnimationButton = lazyWithPreload(() => import('./AnimationButton.tsx'))

/** The button that pauses an animated image; nothing for a still one. Its parent must be positioned. */
export const AnimationControl = ({ animation }: { animation: Animation }) =>
  animation.canMove && <AnimationButton animation={animation} />
