import { getMediaName } from '#core/media-name.ts'
import { paths } from '#core/paths.ts'
import { thumbnailWidths } from '#features/media/contract-values.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { MAX_COVER_FILES } from '../contract-values.ts'

/**
 * Four pictures of a collection in a square, or one if it has fewer, or an icon if it has none. Decorative: the
 * collection's name is beside it.
 */
export const CollectionCover = ({ files }: { files: readonly string[] }) => {
  const pictures = [...new Set(files)].flatMap((file) => getMediaName(file) ?? [])
  const shown = pictures.length < MAX_COVER_FILES ? pictures.slice(0, 1) : pictures
  return (
    <div
      aria-hidden
      className={classNames(
        'grid size-24 flex-none place-items-center gap-px overflow-hidden rounded-lg border bg-sunken text-muted narrow:size-18',
        shown.length > 1 && 'grid-cols-2 grid-rows-2',
      )}
    >
      {shown.length === 0 && <Icon name="layers" size={28} />}
      {shown.map((name) => (
        <img
          key={name}
          src={paths.mediaStill(name, thumbnailWidths[0])}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full min-h-0 object-cover"
        />
      ))}
    </div>
  )
}
