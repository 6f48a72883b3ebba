import { type RefObject, useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { decodeSound } from './decode-sound.ts'

type Props = { video: RefObject<HTMLVideoElement | null>; url: string }

/**
 * Draws the waveform of a video's sound once the video plays, and fills its parent's height. It shows the progress, and a
 * press or a drag seeks. Draws nothing if the sound cannot be decoded. Loaded lazily.
 */
const Waveform = ({ video, url }: Props) => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const media = video.current
    const box = container.current
    if (!media || !box) return
    const controller = new AbortController()
    const { signal } = controller
    // `touch-none` prevents scrolling. The library would also cancel each touch, which the browser reports as an error.
    box.addEventListener('touchmove', (event) => event.stopPropagation(), { passive: true, signal })
    const draw = async () => {
      const channels = await decodeSound(url, media.duration, signal)
      if (channels && !signal.aborted) drawWaveform(box, media, channels, signal)
    }
    // A short video may have ended before the code has loaded.
    if (!media.paused || media.played.length > 0) void draw()
    else media.addEventListener('playing', draw, { once: true, signal })
    return () => controller.abort()
  }, [video, url])
  return (
    <div ref={container} className="size-full cursor-pointer touch-none text-line-strong decoration-accent" />
  )
}

const drawWaveform = (
  container: HTMLElement,
  media: HTMLMediaElement,
  peaks: Float32Array[],
  signal: AbortSignal,
) => {
  const waveform = WaveSurfer.create({
    container,
    media,
    peaks,
    duration: media.duration,
    height: 'auto',
    normalize: true,
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    barMinHeight: 1,
    cursorWidth: 2,
    dragToSeek: true,
    hideScrollbar: true,
    ...getColors(container),
  })
  for (const feature of ['prefers-color-scheme: dark', 'forced-colors: active'])
    matchMedia(`(${feature})`).addEventListener('change', () => waveform.setOptions(getColors(container)), {
      signal,
    })
  signal.addEventListener('abort', () => waveform.destroy())
}

/** Returns the colours as values, because a canvas cannot refer to the theme's variables. */
const getColors = (container: HTMLElement) => {
  if (matchMedia('(forced-colors: active)').matches)
    return { waveColor: 'CanvasText', progressColor: 'Highlight', cursorColor: 'Highlight' }
  const { color, textDecorationColor } = getComputedStyle(container)
  return { waveColor: color, progressColor: textDecorationColor, cursorColor: textDecorationColor }
}

export default Waveform
