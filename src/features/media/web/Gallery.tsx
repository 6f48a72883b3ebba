import PlayIcon from 'lucide-react/icons/play'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#core/paths.ts'
import { type Example, type MediaName, readMediaName, thumbnailWidths } from '#features/media/contract.ts'
import { texts } from '#features/media/web/texts.ts'
import { classes } from '#web/kit/classes.ts'

const PreviewDialog = lazy(() => loadPreview())
const loadPreview = () => import('./PreviewDialog.tsx')

type Props = {
  files: readonly string[]
  title: string
  /** Above the fold: loaded at once. */
  eager?: boolean
  /** How many are shown; the last says how many more there are. */
  most?: number
  className?: string
}

/** Example files as thumbnails that keep their place while they load; a click opens the preview. */
export const Gallery = ({ files, title, eager = false, most = files.length, className }: Props) => {
  const [opened, setOpened] = useState<number | null>(null)
  const examples = files.flatMap((url) => {
    const media = readMediaName(url)
    return media ? [{ ...media, file: url.replace('/media/', '') }] : []
  })
  if (examples.length === 0) return null
  const shown = examples.slice(0, most)
  const hidden = examples.length - shown.length
  const hidesMore = (at: number) => hidden > 0 && at === shown.length - 1
  const isOne = examples.length === 1
  return (
    <div className={classes('grid gap-2', !isOne && 'grid-cols-2', className)}>
      {shown.map((example, at) => (
        <button
          key={example.file}
          type="button"
          aria-label={
            hidesMore(at)
              ? texts.openMore(example.kind, title, at + 1, hidden)
              : texts.open(example.kind, title, at + 1)
          }
          onPointerEnter={() => void loadPreview()}
          onClick={() => setOpened(at)}
          style={isOne ? oneShape(example) : { aspectRatio: 4 / 3 }}
          className="relative block w-full overflow-hidden rounded-lg border bg-sunken"
        >
          <Thumbnail example={example} eager={eager} wide={isOne} />
          {hidesMore(at) && (
            <span className="absolute inset-0 grid place-items-center bg-veil text-lg font-semibold text-bg dark:text-ink">
              {texts.more(hidden)}
            </span>
          )}
        </button>
      ))}
      {opened !== null && (
        <Suspense>
          <PreviewDialog examples={examples} title={title} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** A single picture keeps its own shape and is not blown up, within reason. */
const oneShape = ({ width, height }: MediaName) => ({
  aspectRatio: Math.min(2.4, Math.max(1.25, width / height)),
  maxWidth: Math.max(240, width),
})

const Thumbnail = ({ example, eager, wide }: { example: Example; eager: boolean; wide: boolean }) => {
  const { file, kind, width, height } = example
  if (kind === 'video') {
    return (
      <>
        <video
          // Its poster is a frame of its own: the fragment makes browsers draw one before it plays.
          src={`${paths.media(file)}#t=0.1`}
          width={width}
          height={height}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          className="pointer-events-none size-full object-cover"
        />
        <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-bg/85 text-ink">
          <PlayIcon size={20} className="translate-x-px fill-current" />
        </span>
      </>
    )
  }
  const widths = thumbnailWidths.filter((_, at) => at === 0 || width > (thumbnailWidths[at - 1] ?? 0))
  return (
    <img
      src={paths.mediaThumbnail(file, widths.at(1) ?? 320)}
      srcSet={widths
        .map((each) => `${paths.mediaThumbnail(file, each)} ${Math.min(each, width)}w`)
        .join(', ')}
      sizes={wide ? '(min-width: 768px) 660px, 100vw' : '(min-width: 768px) 330px, 50vw'}
      width={width}
      height={height}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className="size-full object-cover"
    />
  )
}
