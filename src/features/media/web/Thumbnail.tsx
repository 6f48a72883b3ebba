import type { Ref } from 'react'
import { paths } from '#core/paths.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { type ExampleFile, thumbnailWidths } from '../contract-values.ts'
import { type Animation, REDUCED_MOTION } from './use-animation.ts'

type Props = {
  example: ExampleFile
  /** The width at which the picture is shown, as the value of the `sizes` attribute. */
  sizes: string
  isEager: boolean
  /** Shows the picture uncropped instead of filling the box. */
  isUncropped?: boolean
  /** The alternative text; empty if the enclosing element has an accessible name. */
  alt?: string
  animation: Animation
  /** Observes whether the browser can play the video. */
  video: Ref<HTMLVideoElement>
}

/** Shows a picture or a frame of a video. Fills its parent, which must be positioned and have its own size. */
export const Thumbnail = ({
  example,
  sizes,
  isEager,
  isUncropped = false,
  alt = '',
  animation,
  video,
}: Props) => {
  const { file, extension, kind, width, height } = example
  const boxClasses = classNames('absolute inset-0 size-full', isUncropped ? 'object-contain' : 'object-cover')
  if (kind === 'video') {
    return (
      <>
        <video
          ref={video}
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
  const sourceSet = (pathOf: (file: string, width: number) => string) =>
    widths.map((candidate) => `${pathOf(file, candidate)} ${Math.min(candidate, width)}w`).join(', ')
  const isStill = animation.isMoving === false
  const pathOf = isStill ? paths.mediaStill : paths.mediaThumbnail
  const canMove = extension === 'gif' || extension === 'webp'
  return (
    <picture>
      {canMove && animation.isMoving === null && (
        <source media={REDUCED_MOTION} srcSet={sourceSet(paths.mediaStill)} sizes={sizes} />
      )}
      <img
        src={pathOf(file, widths.at(1) ?? 320)}
        srcSet={sourceSet(pathOf)}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : undefined}
        decoding="async"
        className={boxClasses}
      />
    </picture>
  )
}
