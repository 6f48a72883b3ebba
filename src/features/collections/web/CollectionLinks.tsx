import { paths } from '#core/paths.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Collection } from '../contract.ts'
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

/** Lists collections as links, with the number of prompts in each. */
export const CollectionLinks = ({ collections, label = collectionTexts.heading, viewerId }: Props) => (
  <ul aria-label={label} className="flex flex-col">
    {collections.map((collection) => (
      <li key={collection.id} className="border-b py-4">
        <h2 className="card-title" dir="auto">
          <SiteLink href={paths.collection(collection)} className="hover:underline">
            {collection.title}
          </SiteLink>
        </h2>
        {collection.description && (
          <Markdown
            text={collection.description}
            className="mt-1 line-clamp-2! max-w-[68ch] text-sm text-muted"
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
      </li>
    ))}
  </ul>
)
