import { type CSSProperties, lazy, Suspense, useState } from 'react'
import { type MediaName, parseMediaName } from '#core/media-name.ts'
import { classNames } from '#web/kit/class-names.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { ExampleFile } from '../contract-values.ts'
import { AnimationControl } from './AnimationControl.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { mediaTexts } from './texts.ts'
import { useAnimation } from './use-animation.ts'
import { usePlayability } from './use-playability.ts'

const PreviewDialog = lazy(() => loadPreview())
const loadPreview = () => import('./PreviewDialog.tsx')
const UnplayableVideo = lazyWithPreload(() => import('./UnplayableVideo.tsx'))

type Props = {
  files: readonly string[]
  title: string
  /** Loads the thumbnails immediately, for a gallery above the fold. */
  isEager?: boolean
  /** The maximum number of thumbnails. If there are more files, the last thumbnail shows how many. */
  maxVisible?: number
  /** Shows each picture uncropped, in its own aspect ratio. */
  isUncropped?: boolean
  /** Shows the waveforms of videos in the preview, for a post whose result is sound. */
  hasWaveforms?: boolean
  className?: string
}

/** Shows example files as thumbnails, which reserve their space while they load. A click opens the preview. */
export const Gallery = ({
  files,
  title,
  isEager: eager = false,
  maxVisible: most = files.length,
  isUncropped = false,
  hasWaveforms = false,
  className,
}: Props) => {
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const examples = parseExampleFiles(files)
  if (examples.length === 0) return null
  const visible = examples.slice(0, most)
  const hiddenCount = examples.length - visible.length
  const showsCount = (index: number) => hiddenCount > 0 && index === visible.length - 1
  const shape = SHAPES[examples.length - 1] ?? 'halves'
  const item = (example: ExampleFile, index: number) => ({
    example,
    title,
    position: index + 1,
    name: showsCount(index)
      ? mediaTexts.openMore(example.kind, title, index + 1, hiddenCount)
      : mediaTexts.open(example.kind, title, index + 1),
    hiddenCount: showsCount(index) ? hiddenCount : 0,
    isEager: eager,
    isUncropped,
    onOpen: () => setOpenIndex(index),
  })
  const preview = openIndex !== null && (
    <Suspense>
      <PreviewDialog
        examples={examples}
        title={title}
        initialIndex={openIndex}
        hasWaveforms={hasWaveforms}
        onClose={() => setOpenIndex(null)}
      />
    </Suspense>
  )
  if (isUncropped) {
    return (
      <div
        className={classNames('flex flex-col gap-2', className)}
        style={{ maxWidth: getMaxWidth(examples) }}
      >
        {divideIntoRows(visible).map((row) => (
          <div key={row[0]?.file} className="flex gap-2">
            {row.map((example) => (
              <GalleryItem
                {...item(example, visible.indexOf(example))}
                key={example.file}
                sizes={`(min-width: 768px) ${Math.round(660 / row.length)}px, ${Math.round(100 / row.length)}vw`}
                style={{ aspectRatio: getRatio(example), flexGrow: getRatio(example) }}
                className="min-w-0 basis-0"
              />
            ))}
          </div>
        ))}
        {preview}
      </div>
    )
  }
  return (
    <div className={classNames('grid gap-2', COLUMNS[shape], className)}>
      {visible.map((example, index) => (
        <GalleryItem
          {...item(example, index)}
          key={example.file}
          sizes={sizesOf(shape, index, examples.length)}
          style={boxStyle(shape, index, example)}
          className={classNames('w-full', shape === 'trio' && index === 0 && 'col-span-2 row-span-2')}
        />
      ))}
      {preview}
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
    <div style={style} className={classNames('relative', className)}>
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

/** The layout of cropped pictures: alone, in two columns, or one large with two small ones (`trio`). */
type Shape = 'single' | 'halves' | 'trio'

/** The shapes for one, two and three pictures. More than three pictures are shown as `halves`. */
const SHAPES: readonly Shape[] = ['single', 'halves', 'trio']

const COLUMNS: Record<Shape, string> = {
  single: '',
  halves: 'grid-cols-2',
  trio: 'grid-cols-3 grid-rows-2',
}

/**
 * Returns a style that gives a box its size before its picture has loaded. In a `trio`, the two small boxes share the
 * height of the large one.
 */
const boxStyle = (shape: Shape, index: number, { width, height }: MediaName) => {
  // A single image keeps its aspect ratio within limits, and is enlarged to a width of at most 240 pixels.
  if (shape === 'single')
    return { aspectRatio: Math.min(2.4, Math.max(1.25, width / height)), maxWidth: Math.max(240, width) }
  return shape === 'halves' || index === 0 ? { aspectRatio: 4 / 3 } : undefined
}

/** The aspect ratio of an uncropped picture's box. A very tall picture gets margins on both sides. */
const getRatio = ({ width, height }: MediaName): number => Math.max(0.4, width / height)

/** Divides uncropped pictures into rows, in which they have the same height. */
const divideIntoRows = (examples: readonly ExampleFile[]): ExampleFile[][] => {
  const half = Math.floor(examples.length / 2)
  const rows = examples.length > 3 ? [examples.slice(0, half), examples.slice(half)] : [examples]
  return rows.map((row) => [...row])
}

/** The share of the screen's height that uncropped pictures take, which leaves room for what they are examples of. */
const MAX_HEIGHT_SHARE = 45

/** Returns the greatest width of uncropped pictures, at which they are neither too high nor much enlarged. */
const getMaxWidth = (examples: readonly ExampleFile[]): string => {
  const rows = divideIntoRows(examples)
  const heightOfWidth = sum(rows.map((row) => 1 / sum(row.map(getRatio))))
  const naturalWidth = Math.max(...rows.map((row) => sum(row.map(({ width }) => Math.max(240, width)))))
  return `min(${naturalWidth}px, ${(MAX_HEIGHT_SHARE / heightOfWidth).toFixed(2)}svh)`
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const sizesOf = (shape: Shape, index: number, count: number): string => {
  if (count === 1) return '(min-width: 768px) 660px, 100vw'
  if (shape !== 'trio') return '(min-width: 768px) 330px, 50vw'
  return index === 0 ? '(min-width: 768px) 440px, 66vw' : '(min-width: 768px) 220px, 33vw'
}
