import { type CSSProperties, lazy, Suspense, useState } from 'react'
import { type MediaName, parseMediaName } from '#core/media-name.ts'
import { classNames } from '#web/kit/class-names.ts'
import type { ExampleFile } from '../contract-values.ts'
import { AnimationControl } from './AnimationControl.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { mediaTexts } from './texts.ts'
import { UnplayableVideo } from './UnplayableVideo.tsx'
import { useAnimation } from './use-animation.ts'
import { usePlayability } from './use-playability.ts'

const PreviewDialog = lazy(() => loadPreview())
const loadPreview = () => import('./PreviewDialog.tsx')

type Props = {
  files: readonly string[]
  title: string
  /** Loads the thumbnails immediately, for a gallery above the fold. */
  isEager?: boolean
  /** The maximum number of thumbnails. If there are more files, the last thumbnail shows how many. */
  maxVisible?: number
  /** Shows each picture uncropped, in its own aspect ratio. */
  isUncropped?: boolean
  className?: string
}

/** Shows example files as thumbnails, which reserve their space while they load. A click opens the preview. */
export const Gallery = ({
  files,
  title,
  isEager: eager = false,
  maxVisible: most = files.length,
  isUncropped = false,
  className,
}: Props) => {
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const examples = parseExampleFiles(files)
  if (examples.length === 0) return null
  const visible = examples.slice(0, most)
  const hiddenCount = examples.length - visible.length
  const showsCount = (index: number) => hiddenCount > 0 && index === visible.length - 1
  const shape = isUncropped ? 'whole' : (SHAPES[examples.length - 1] ?? 'halves')
  // In columns, uncropped pictures of different heights stack without gaps.
  const isInColumns = isUncropped && examples.length > 1
  return (
    <div
      className={classNames(
        isInColumns ? '-mb-2 columns-2 gap-2' : classNames('grid gap-2', COLUMNS[shape]),
        className,
      )}
    >
      {visible.map((example, index) => (
        <GalleryItem
          key={example.file}
          example={example}
          title={title}
          position={index + 1}
          name={
            showsCount(index)
              ? mediaTexts.openMore(example.kind, title, index + 1, hiddenCount)
              : mediaTexts.open(example.kind, title, index + 1)
          }
          hiddenCount={showsCount(index) ? hiddenCount : 0}
          sizes={sizesOf(shape, index, examples.length)}
          isEager={eager}
          isUncropped={isUncropped}
          onOpen={() => setOpenIndex(index)}
          style={boxStyle(shape, index, example, examples.length)}
          className={classNames(
            shape === 'trio' && index === 0 && 'col-span-2 row-span-2',
            isInColumns && 'mb-2 break-inside-avoid',
          )}
        />
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

type ItemProps = {
  example: ExampleFile
  title: string
  position: number
  /** The accessible name of the button that opens the preview. */
  name: string
  /** How many further files the item stands for. */
  hiddenCount: number
  sizes: string
  isEager: boolean
  isUncropped: boolean
  onOpen(): void
  style: CSSProperties | undefined
  className: string
}

const GalleryItem = ({
  example,
  title,
  position,
  name,
  hiddenCount,
  onOpen,
  style,
  className,
  ...picture
}: ItemProps) => {
  const animation = useAnimation(example)
  const { video, canPlay } = usePlayability()
  return (
    <div style={style} className={classNames('relative w-full', className)}>
      {canPlay || hiddenCount > 0 ? (
        <button
          type="button"
          aria-label={name}
          onPointerEnter={() => void loadPreview()}
          onClick={onOpen}
          className="absolute inset-0 block size-full overflow-hidden rounded-lg border bg-sunken"
        >
          <Thumbnail example={example} animation={animation} video={video} {...picture} />
          {hiddenCount > 0 && (
            <span className="absolute inset-0 grid place-items-center bg-veil text-lg font-semibold text-bg dark:text-ink">
              {mediaTexts.more(hiddenCount)}
            </span>
          )}
        </button>
      ) : (
        <UnplayableVideo example={example} title={title} position={position} />
      )}
      <AnimationControl animation={animation} />
    </div>
  )
}

/** Returns the example files with their parsed names, which contain their dimensions. */
export const parseExampleFiles = (files: readonly string[]): ExampleFile[] =>
  files.flatMap((url) => {
    const media = parseMediaName(url)
    return media ? [{ ...media, file: url.replace('/media/', '') }] : []
  })

/**
 * The layout of the pictures: alone, in two columns, one large with two small ones (`trio`), or uncropped (`whole`).
 */
type Shape = 'single' | 'halves' | 'trio' | 'whole'

/** The shapes for one, two and three pictures. More than three pictures are shown as `halves`. */
const SHAPES: readonly Shape[] = ['single', 'halves', 'trio']

const COLUMNS: Record<Shape, string> = {
  single: '',
  halves: 'grid-cols-2',
  trio: 'grid-cols-3 grid-rows-2',
  whole: '',
}

/**
 * Returns a style that gives a box its size before its picture has loaded. In a `trio`, the two small boxes share the
 * height of the large one.
 */
const boxStyle = (shape: Shape, index: number, { width, height }: MediaName, count: number) => {
  // A single image keeps its aspect ratio within limits, and is enlarged to a width of at most 240 pixels.
  if (shape === 'single')
    return { aspectRatio: Math.min(2.4, Math.max(1.25, width / height)), maxWidth: Math.max(240, width) }
  // A very tall image gets margins on both sides.
  if (shape === 'whole') {
    const aspectRatio = Math.max(count === 1 ? 0.4 : 0.6, width / height)
    const maxWidth = Math.max(240, width)
    // A single picture leaves room on the screen for what it is an example of.
    return { aspectRatio, maxWidth: count === 1 ? `min(${maxWidth}px, ${45 * aspectRatio}svh)` : maxWidth }
  }
  return shape === 'halves' || index === 0 ? { aspectRatio: 4 / 3 } : undefined
}

const sizesOf = (shape: Shape, index: number, count: number): string => {
  if (count === 1) return '(min-width: 768px) 660px, 100vw'
  if (shape !== 'trio') return '(min-width: 768px) 330px, 50vw'
  return index === 0 ? '(min-width: 768px) 440px, 66vw' : '(min-width: 768px) 220px, 33vw'
}
