import { paths } from '#core/paths.ts'
import type { FeedPosition } from '#features/feeds/web/Feed.tsx'
import type { ExampleFile } from '#features/media/contract-values.ts'
import { AnimationControl } from '#features/media/web/AnimationControl.tsx'
import { parseExampleFiles } from '#features/media/web/Gallery.tsx'
import { Thumbnail } from '#features/media/web/Thumbnail.tsx'
import { mediaTexts } from '#features/media/web/texts.ts'
import UnplayableVideo from '#features/media/web/UnplayableVideo.tsx'
import { useAnimation } from '#features/media/web/use-animation.ts'
import { usePlayability } from '#features/media/web/use-playability.ts'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

/** The number of rows in `gallery-grid` that a square picture spans. */
const ROWS_OF_SQUARE = 24
/** The number of rows that an advertisement spans: it is a little taller than wide, so that its text fits. */
export const AD_ROWS = 31
const WIDEST = 1.6
const TALLEST = 0.5625

/**
 * Returns the number of grid rows that a tile spans. It depends only on the shape of the picture, so the
 * server can lay out the gallery and nothing moves when pictures load.
 */
export const getTileRowSpan = ({ exampleFiles }: Post): number => {
  const [example] = parseExampleFiles(exampleFiles)
  const ratio = example ? example.width / example.height : 4 / 3
  // The additional row is the gap below the tile.
  return Math.round(ROWS_OF_SQUARE / Math.min(WIDEST, Math.max(TALLEST, ratio))) + 1
}

type Props = { post: Post; feedPosition: FeedPosition; eager: boolean }

/**
 * A post shown as its first picture or video. The title and the author overlay it: always on touch screens, otherwise
 * on hover and focus.
 */
export const GalleryTile = ({ post, feedPosition, eager }: Props) => {
  const titleId = `post-${post.id}`
  const [example] = parseExampleFiles(post.exampleFiles)
  return (
    <article
      // biome-ignore lint/a11y/noRedundantRoles: HTML requires the role in an element with a position
      role="article"
      aria-labelledby={titleId}
      tabIndex={-1}
      aria-posinset={feedPosition.position}
      aria-setsize={feedPosition.size}
      className="gallery-tile"
    >
      {example && <TilePicture example={example} title={post.title} isEager={eager} />}
      <div className={example ? 'gallery-caption gallery-caption-late' : 'gallery-caption'}>
        <h2 id={titleId} dir="auto" className="line-clamp-2 text-sm font-semibold narrow:line-clamp-1">
          {/* The link covers the whole tile. */}
          <SiteLink href={paths.post(post)} data-act="open" className="after:absolute after:inset-0">
            {post.title}
          </SiteLink>
        </h2>
        <SiteLink
          href={paths.profile(post.user.username)}
          className="inline-link inline-block max-w-full truncate text-xs pointer-coarse:py-3 pointer-coarse:-my-3"
        >
          {post.user.username}
        </SiteLink>
      </div>
    </article>
  )
}

const TilePicture = ({
  example,
  title,
  isEager,
}: {
  example: ExampleFile
  title: string
  isEager: boolean
}) => {
  const animation = useAnimation(example)
  const { video, canPlay } = usePlayability()
  if (!canPlay) return <UnplayableVideo example={example} title={title} position={1} />
  return (
    <>
      <Thumbnail
        example={example}
        sizes="(min-width: 768px) 240px, 50vw"
        isEager={isEager}
        alt={mediaTexts.open(example.kind, title, 1)}
        animation={animation}
        video={video}
      />
      <AnimationControl animation={animation} />
    </>
  )
}
