import { paths } from '#core/paths.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { type ExampleFile, thumbnailWidths } from '../contract-values.ts'

type Props = {
  example: ExampleFile
  /** The width at which the picture is shown, as the value of the `sizes` attribute. */
  sizes: string
  isEager: boolean
  /** Shows the picture uncropped instead of filling the box. */
  isUncropped?: boolean
  /** The alternative text; empty if the enclosing element has an accessible name. */
  alt?: string
}

/** Shows a picture or a frame of a video. Fills its parent, which must be positioned and have its own size. */
export const Thumbnail = ({ example, sizes, isEager, isUncropped = false, alt = '' }: Props) => {
  const { file, kind, width, height } = example
  const boxClasses = classNames('absolute inset-0 size-full', isUncropped ? 'object-contain' : 'object-cover')
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
          aria-label={alt || undefined}
          className={classNames('pointer-events-none', boxClasses)}
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
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      className={boxClasses}
    />
  )
}
