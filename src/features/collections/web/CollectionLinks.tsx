import { paths } from '#core/paths.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Collection } from '../contract.ts'
import { CollectionCover } from './CollectionCover.tsx'
import { collectionTexts } from './texts.ts'

type Props = {
  collections: readonly Collection[]
  label?: string
  /**
   * The viewer's id. If set, the viewer's own collections show their visibility, and other collections show their
   * owner.
   */
  viewerId?: number | undefined
}

/** Lists collections as links, with a cover and the number of prompts of each. */
export const CollectionLinks = ({ collections, label = collectionTexts.heading, viewerId }: Props) => (
  <ul aria-label={label} className="flex flex-col">
    {collections.map((collection) => (
      <li key={collection.id} className="relative flex gap-4 border-b py-4 narrow:gap-3">
        <CollectionCover files={collection.coverFiles} />
        <div className="min-w-0 grow">
          <h2 className="card-title" dir="auto">
            <SiteLink
              href={paths.collection(collection)}
              className="after:absolute after:inset-0 hover:underline"
            >
              {collection.title}
            </SiteLink>
          </h2>
          {collection.description && (
            <Markdown
              text={collection.description}
              // Above the link of the title, which covers the row.
              className="relative mt-1 line-clamp-2! w-fit max-w-[68ch] text-sm text-muted"
            />
          )}
          <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
            <span>{collectionTexts.listCount(collection.itemCount)}</span>
            {viewerId === collection.user.id && <span>{collectionTexts.badges[collection.visibility]}</span>}
            {viewerId !== undefined && viewerId !== collection.user.id && (
              <span>
                {collectionTexts.by} {collection.user.username}
              </span>
            )}
            <RelativeTime date={collection.updatedAt} />
          </p>
        </div>
      </li>
    ))}
  </ul>
)
