import PreviousIcon from 'lucide-react/icons/chevron-left'
import NextIcon from 'lucide-react/icons/chevron-right'
import DownloadIcon from 'lucide-react/icons/download'
import CloseIcon from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { seoSlug } from '#core/slugs.ts'
import type { Example } from '#features/media/contract.ts'
import { texts } from '#features/media/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'

const SWIPE_PIXELS = 50

type Props = { examples: readonly Example[]; title: string; first: number; onClose(): void }

/** Loaded when first opened. The browser's own dialog: it keeps the focus, gives it back and closes on Escape. */
const PreviewDialog = ({ examples, title, first, onClose }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeFrom = useRef<number | null>(null)
  const [at, setAt] = useState(first)
  // A layout effect: closed while it is still in the page, it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const example = examples[at]
  if (!example) return null
  const go = (step: number) => setAt((at + step + examples.length) % examples.length)
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // Within a video the arrows seek.
    if (target instanceof HTMLVideoElement) return
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = clientX - (swipeFrom.current ?? clientX)
    swipeFrom.current = null
    if (Math.abs(moved) >= SWIPE_PIXELS) go(moved < 0 ? 1 : -1)
  }
  const isMany = examples.length > 1
  return (
    <dialog
      ref={dialog}
      aria-label={texts.preview(title)}
      data-own
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-bg text-ink backdrop:bg-veil open:flex open:flex-col"
    >
      <div className="flex items-center gap-1 border-b px-3 py-1.5">
        <span dir="auto" className="min-w-0 grow truncate px-1 text-sm font-medium">
          {title}
        </span>
        {isMany && (
          <span aria-live="polite" className="px-2 text-sm whitespace-nowrap text-muted tabular-nums">
            {texts.place(at + 1, examples.length)}
          </span>
        )}
        <a
          href={paths.media(example.file)}
          download={`${seoSlug(title, 'example')}-${at + 1}.${example.extension}`}
          aria-label={texts.download}
          className="control-square inline-flex items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
        >
          <DownloadIcon size={18} />
        </a>
        <IconButton name={texts.close} onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
      <div
        className="relative flex min-h-0 grow touch-pan-y items-center justify-center p-4 narrow:p-0"
        onPointerDown={(event) => {
          swipeFrom.current = event.pointerType === 'mouse' ? null : event.clientX
        }}
        onPointerUp={onPointerUp}
      >
        <Picture key={example.file} example={example} title={title} at={at + 1} />
        {isMany && (
          <>
            <Arrow name={texts.previous} side="left-2" onClick={() => go(-1)} />
            <Arrow name={texts.next} side="right-2" onClick={() => go(1)} />
          </>
        )}
      </div>
    </dialog>
  )
}

const Picture = ({ example, title, at }: { example: Example; title: string; at: number }) => {
  const { file, kind, width, height } = example
  const look = 'max-h-full max-w-full object-contain'
  return kind === 'video' ? (
    // biome-ignore lint/a11y/useMediaCaption: members' examples come without captions
    <video
      src={paths.media(file)}
      width={width}
      height={height}
      controls
      autoPlay
      playsInline
      className={look}
    />
  ) : (
    <img src={paths.media(file)} alt={texts.open(kind, title, at)} {...{ width, height }} className={look} />
  )
}

const Arrow = ({ name, side, onClick }: { name: string; side: string; onClick(): void }) => (
  <IconButton name={name} onClick={onClick} className={`absolute! ${side} bg-bg/85`}>
    {name === texts.next ? <NextIcon size={20} /> : <PreviousIcon size={20} />}
  </IconButton>
)

export default PreviewDialog
