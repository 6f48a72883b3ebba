import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { isComposing } from '#web/is-composing.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { useCloseOnBack } from '#web/navigation/overlay-history.ts'
import { type ExampleFile, thumbnailWidths } from '../contract-values.ts'
import { AnimationControl } from './AnimationControl.tsx'
import { buildDownloadName } from './download-name.ts'
import { type PreviewProps, previewClasses } from './preview-props.ts'
import { previewTexts } from './preview-texts.ts'
import { mediaTexts } from './texts.ts'
import { REDUCED_MOTION, useAnimation } from './use-animation.ts'
import { VideoPreview } from './VideoPreview.tsx'

const MIN_SWIPE_PIXELS = 50

type Props = {
  examples: readonly ExampleFile[]
  title: string
  initialIndex: number
  /** Shows the waveforms of videos. */
  hasWaveforms: boolean
  onClose(): void
}

/**
 * Shows the example files one at a time in a native dialog, which traps the focus, restores it and closes on Escape.
 * Loaded lazily.
 */
const PreviewDialog = ({ examples, title, initialIndex, hasWaveforms, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeStartX = useRef<number | null>(null)
  const [index, setIndex] = useState(initialIndex)
  useCloseOnBack(onClose)
  // A layout effect closes the dialog while it is still in the document, so that the focus is restored.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const example = examples[index]
  if (!example) return null
  const go = (step: number) => setIndex((index + step + examples.length) % examples.length)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    // In a focused video, the arrow keys seek.
    if (target instanceof HTMLVideoElement || isComposing(event)) return
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const distance = clientX - (swipeStartX.current ?? clientX)
    swipeStartX.current = null
    if (Math.abs(distance) >= MIN_SWIPE_PIXELS) go(distance < 0 ? 1 : -1)
  }
  const hasSeveral = examples.length > 1
  return (
    <dialog
      ref={dialog}
      aria-label={previewTexts.preview(title)}
      data-own
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-bg text-ink backdrop:bg-veil open:flex open:flex-col"
    >
      <div className="flex items-center gap-1 border-b px-3 py-1.5">
        <span dir="auto" className="min-w-0 grow truncate px-1 text-sm font-medium">
          {title}
        </span>
        {hasSeveral && (
          <span aria-live="polite" className="px-2 text-sm whitespace-nowrap text-muted tabular-nums">
            {previewTexts.position(index + 1, examples.length)}
          </span>
        )}
        <a
          href={paths.media(example.file)}
          download={buildDownloadName(title, index + 1, example.extension)}
          aria-label={previewTexts.download}
          className="control-square inline-flex items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
        >
          <Icon name="download" size={18} />
        </a>
        <IconButton name={previewTexts.close} onClick={onClose}>
          <Icon name="x" size={20} />
        </IconButton>
      </div>
      <div
        className="relative flex min-h-0 grow touch-pan-y items-center justify-center p-4 narrow:p-0"
        onPointerDown={(event) => {
          swipeStartX.current = event.pointerType === 'mouse' ? null : event.clientX
        }}
        onPointerUp={onPointerUp}
      >
        <Preview
          key={example.file}
          example={example}
          title={title}
          position={index + 1}
          hasWaveform={hasWaveforms && !savesData()}
        />
        {hasSeveral && (
          <>
            <Arrow name={previewTexts.previous} side="left-2" onClick={() => go(-1)} />
            <Arrow name={previewTexts.next} side="right-2" onClick={() => go(1)} />
          </>
        )}
      </div>
    </dialog>
  )
}

/** True if the reader has asked the browser to save data. Only Chromium reports it. */
const savesData = (): boolean => {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return connection?.saveData === true
}

const Preview = (props: PreviewProps) =>
  props.example.kind === 'video' ? <VideoPreview {...props} /> : <ImagePreview {...props} />

const ImagePreview = ({ example, title, position }: PreviewProps) => {
  const animation = useAnimation(example)
  const { file, kind, extension, width, height } = example
  const still = paths.mediaStill(file, thumbnailWidths[2])
  return (
    <>
      <picture className="contents">
        {(extension === 'gif' || extension === 'webp') &&
          animation.isMoving === null &&
          animation.canMove && <source media={REDUCED_MOTION} srcSet={still} />}
        <img
          src={animation.isMoving === false ? still : paths.media(file)}
          alt={mediaTexts.open(kind, title, position)}
          width={width}
          height={height}
          className={previewClasses}
        />
      </picture>
      <AnimationControl animation={animation} />
    </>
  )
}

const Arrow = ({ name, side, onClick }: { name: string; side: string; onClick(): void }) => (
  <IconButton name={name} onClick={onClick} className={`absolute! ${side} bg-bg/85`}>
    {name === previewTexts.next ? (
      <Icon name="chevron-right" size={20} />
    ) : (
      <Icon name="chevron-left" size={20} />
    )}
  </IconButton>
)

export default PreviewDialog
