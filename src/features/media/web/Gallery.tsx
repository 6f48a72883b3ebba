import { lazy, Suspense, useState } from 'react'
import { type MediaName, parseMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { type ExampleFile, thumbnailWidths } from '../contract-values.ts'
import { texts } from './texts.ts'

const PreviewDialog = lazy(() => loadPreview())
const loadPreview = () => import('./PreviewDialog.tsx')

type Props = {
  files: readonly string[]
  title: string
  /** Loads the thumbnails immediately, for a gallery above the fold. */
  isEager?: boolean
  /** The maximum number of thumbnails; the last one shows how many more there are. */
  maxVisible?: number
  /** Shows each picture whole, in its own shape. */
  isWhole?: boolean
  className?: string
}

/** Example files as thumbnails, which reserve their space while they load. A click opens the preview. */
export const Gallery = ({
  files,
  title,
  isEager: eager = false,
  maxVisible: most = files.length,
  isWhole = false,
  className,
}: Props) => {
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const examples = files.flatMap((url) => {
    const media = parseMediaName(url)
    return media ? [{ ...media, file: url.replace('/media/', '') }] : []
  })
  if (examples.length === 0) return null
  const visible = examples.slice(0, most)
  const hiddenCount = examples.length - visible.length
  const showsCount = (index: number) => hiddenCount > 0 && index === visible.length - 1
  const isSingle = examples.length === 1
  return (
    <div className={classes('grid gap-2', !isSingle && 'grid-cols-2', isWhole && 'items-start', className)}>
      {visible.map((example, index) => (
        <button
          key={example.file}
          type="button"
          aria-label={
            showsCount(index)
              ? texts.openMore(example.kind, title, index + 1, hiddenCount)
              : texts.open(example.kind, title, index + 1)
          }
          onPointerEnter={() => void loadPreview()}
          onClick={() => setOpenIndex(index)}
          style={isWhole ? wholeStyle(example) : isSingle ? singleStyle(example) : { aspectRatio: 4 / 3 }}
          className="relative block w-full overflow-hidden rounded-lg border bg-sunken"
        >
          <Thumbnail example={example} eager={eager} wide={isSingle} isWhole={isWhole} />
          {showsCount(index) && (
            <span className="absolute inset-0 grid place-items-center bg-veil text-lg font-semibold text-bg dark:text-ink">
              {texts.more(hiddenCount)}
            </span>
          )}
        </button>
      ))}
      {openIndex !== null && (
        <Suspense>
          <PreviewDialog
            examples={examples}
            title={title}
            initialIndex={openIndex}
            onClose={() => setOpenIndex(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A single image keeps its aspect ratio within limits and is hardly enlarged. */
const singleStyle = ({ width, height }: MediaName) => ({
  aspectRatio: Math.min(2.4, Math.max(1.25, width / height)),
  maxWidth: Math.max(240, width),
})

/** The shape of the picture; a very tall one gets margins at its sides. */
const wholeStyle = ({ width, height }: MediaName) => ({
  aspectRatio: Math.max(0.6, width / height),
  maxWidth: Math.max(240, width),
})

type ThumbnailProps = { example: ExampleFile; eager: boolean; wide: boolean; isWhole: boolean }

const Thumbnail = ({ example, eager, wide, isWhole }: ThumbnailProps) => {
  const fit = isWhole ? 'object-contain' : 'object-cover'
  const { file, kind, width, height } = example
  if (kind === 'video') {
    return (
      <>
        <video
          // The fragment makes browsers render a frame of the video as its poster.
          src={`${paths.media(file)}#t=0.1`}
          width={width}
          height={height}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          className={classes('pointer-events-none size-full', fit)}
        />
        <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-bg/85 text-ink">
          <Icon name="play" size={20} className="translate-x-px fill-current" />
        </span>
      </>
    )
  }
  const widths = thumbnailWidths.filter(
    (_, index) => index === 0 || width > (thumbnailWidths[index - 1] ?? 0),
  )
  return (
    <img
      src={paths.mediaThumbnail(file, widths.at(1) ?? 320)}
      srcSet={widths
        .map((candidate) => `${paths.mediaThumbnail(file, candidate)} ${Math.min(candidate, width)}w`)
        .join(', ')}
      sizes={wide ? '(min-width: 768px) 660px, 100vw' : '(min-width: 768px) 330px, 50vw'}
      width={width}
      height={height}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={classes('size-full', fit)}
    />
  )
}
