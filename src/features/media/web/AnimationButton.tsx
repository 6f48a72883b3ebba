import { useSyncExternalStore } from 'react'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { previewTexts } from './preview-texts.ts'
import { type Animation, REDUCED_MOTION } from './use-animation.ts'

/** Pauses or plays an animated image. Its parent must be positioned. */
const AnimationButton = ({ animation }: { animation: Animation }) => {
  const { isMoving, toggle } = animation
  const prefersStill = useSyncExternalStore(
    subscribe,
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  )
  const moves = isMoving ?? !prefersStill
  return (
    <IconButton
      name={moves ? previewTexts.pause : previewTexts.play}
      onClick={toggle}
      className="absolute! bottom-1 left-1 z-1 bg-bg/85"
    >
      <Icon key={moves ? 'pause' : 'play'} name={moves ? 'pause' : 'play'} size={18} />
    </IconButton>
  )
}

const subscribe = (onChange: () => void) => {
  const query = matchMedia(REDUCED_MOTION)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export default AnimationButton
