import { paths } from '#core/paths.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { type PreviewProps, previewClasses } from './preview-props.ts'
import UnplayableVideo from './UnplayableVideo.tsx'
import { usePlayability } from './use-playability.ts'

const Waveform = lazyWithPreload(() => import('./Waveform.tsx'))

/** The width in pixels of a waveform below a small video, if the screen is as wide. */
const MIN_WAVEFORM_WIDTH = 480

/** Plays a video. With `hasWaveform`, the waveform of its sound is below it. */
export const VideoPreview = (props: PreviewProps) => {
  const { video, canPlay } = usePlayability()
  const { file, width, height } = props.example
  if (!canPlay) return <UnplayableVideo {...props} />
  const player = (
    // biome-ignore lint/a11y/useMediaCaption: members' example videos have no captions
    <video
      ref={video}
      src={paths.media(file)}
      width={width}
      height={height}
      controls
      autoPlay
      playsInline
      className={previewClasses}
      style={props.hasWaveform ? { width: fitAboveWaveform(width, height) } : undefined}
    />
  )
  if (!props.hasWaveform) return player
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3">
      {player}
      {/* Keyboards and screen readers have the video's own controls. */}
      <div
        aria-hidden
        className="h-16 w-full flex-none narrow:px-4"
        style={{ maxWidth: Math.max(MIN_WAVEFORM_WIDTH, width) }}
        // A drag seeks instead of changing the slide.
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Waveform video={video} url={paths.media(file)} />
      </div>
    </div>
  )
}

/**
 * Returns the CSS width at which a video with its controls fits above the waveform. It is computed from the height of the
 * screen: if the width is in units of a container, Chromium draws controls that are too narrow.
 */
const fitAboveWaveform = (width: number, height: number) =>
  `min(${width}px, 100%, (100dvh - 10rem) * ${width / height})`
