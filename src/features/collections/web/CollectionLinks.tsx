import { paths } from '#core/paths.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Collection } from '../contract.ts'
import { texts } from './texts.ts'

/** Collections as links, with how many prompts each contains. `isOwn` adds who can see them. */
export const CollectionLinks = ({
  collections,
  isOwn = false,
}: {
  collections: readonly Collection[]
  isOwn?: boolean
}) => (
  <ul aria-label={texts.heading} className="flex flex-col">
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
          <span>{texts.count(collection.itemCount)}</span>
          {isOwn && <span>{texts.badges[collection.visibility]}</span>}
          <RelativeTime date={collection.updatedAt} />
        </p>
      </li>
    ))}
  </ul>
)
