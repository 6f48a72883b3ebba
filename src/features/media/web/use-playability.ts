import { useEffect, useRef, useState } from 'react'

/**
 * Notices that the browser cannot play a video: it does not support the codec, or it finds no picture and would play
 * only the sound.
 */
export const usePlayability = () => {
  const video = useRef<HTMLVideoElement>(null)
  const [canPlay, setCanPlay] = useState(true)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const check = () => {
      if (isUnplayable(element)) setCanPlay(false)
    }
    // The events may have fired before hydration.
    check()
    element.addEventListener('error', check)
    element.addEventListener('loadedmetadata', check)
    return () => {
      element.removeEventListener('error', check)
      element.removeEventListener('loadedmetadata', check)
    }
  }, [])
  return { video, canPlay }
}

/** A lost connection is not a reason, because the video may play later. */
const isUnplayable = ({ error, readyState, videoWidth }: HTMLVideoElement): boolean =>
  error?.code === MediaError.MEDIA_ERR_DECODE ||
  error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED ||
  (readyState >= HTMLMediaElement.HAVE_METADATA && videoWidth === 0)
