import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { ITEMS_PER_PAGE } from '#features/collections/contract-values.ts'
import { CollectionHeader } from '#features/collections/web/CollectionHeader.tsx'
import { ItemControls, Note } from '#features/collections/web/ItemControls.tsx'
import { collectionQuery } from '#features/collections/web/queries.ts'
import { collectionTexts } from '#features/collections/web/texts.ts'
import { useItemMoves } from '#features/collections/web/use-item-moves.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { createCanonicalRedirect, type PageParams, type Page as SitePage } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { ListSearchForm } from '../ListSearchForm.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'
import { parsePositiveInteger, parseSearchText } from '../page-loaders.ts'
import { PostCard } from '../post/PostCard.tsx'

type Params = PageParams<'collection'>

const queryOf = ({ id }: Params, search: QueryParameters) =>
  collectionQuery(id, { after: parsePositiveInteger(search.after), q: parseSearchText(search) })

const Collection = ({ params, search }: { params: Params; search: QueryParameters }) => {
  const { collection, items, after } = useSuspenseQuery(queryOf(params, search)).data
  const user = useCurrentUser()
  const canEdit = collection.role === 'owner' || (collection.role === 'editor' && !user?.isMuted)
  const moves = useItemMoves(collection.id, items)
  const path = paths.collection(collection)
  const q = parseSearchText(search)
  const hrefAfter = (position: number) =>
    `${path}?${new URLSearchParams({ ...(q ? { q } : {}), after: String(position) })}`
  return (
    <PageLayout>
      <CollectionHeader collection={collection} />
      {(q || collection.itemCount > ITEMS_PER_PAGE) && (
        <div className="mt-4">
          <ListSearchForm path={path} label={collectionTexts.search} q={q} />
        </div>
      )}
      {items.length === 0 &&
        (q ? (
          <EmptyState
            title={collectionTexts.nothingFound(q)}
            action={
              <SiteLink href={path} className={buttonClasses('plain')}>
                {collectionTexts.showAll}
              </SiteLink>
            }
          >
            {collectionTexts.nothingFoundText}
          </EmptyState>
        ) : (
          <EmptyState title={collectionTexts.noItems}>
            {canEdit ? collectionTexts.noItemsText : collectionTexts.noItemsForOthers}
          </EmptyState>
        ))}
      <ol aria-label={collectionTexts.items}>
        {items.map(({ post, note }, index) => (
          <li
            key={post.id}
            onDragOver={(event) => moves.draggedIndex !== null && event.preventDefault()}
            onDrop={() => moves.dropOn(index)}
            className={moves.draggedIndex === index ? 'opacity-55' : undefined}
          >
            <PostCard
              post={post}
              eager={index < 2}
              top={
                // Posts cannot be moved while a search is active, because they would move past posts that the search
                // hides.
                canEdit && !q ? (
                  <ItemControls collectionId={collection.id} items={items} index={index} moves={moves} />
                ) : (
                  <Note text={note} />
                )
              }
            />
          </li>
        ))}
      </ol>
      <PaginationLinks
        label={collectionTexts.items}
        newest={
          search.after
            ? { href: q ? `${path}?${new URLSearchParams({ q })}` : path, label: collectionTexts.first }
            : null
        }
        older={after === null ? null : { href: hrefAfter(after), label: collectionTexts.next }}
      />
    </PageLayout>
  )
}

export const page: SitePage<Params> = {
  load: async ({ queryClient, params, location }) => {
    const { collection } = await queryClient.ensureQueryData(queryOf(params, location.search))
    const path = paths.collection(collection)
    if (location.pathname !== path) throw createCanonicalRedirect(path, location)
  },
  head: ({ queryClient, site, params, location }) => {
    const data = queryClient.getQueryData(queryOf(params, location.search).queryKey)
    if (!data) return {}
    const { collection } = data
    const head = buildPageHead(site, {
      path: paths.collection(collection),
      title: collection.title,
      description: truncateWithEllipsis(collection.description, 160),
      ...(collection.visibility === 'private' ? {} : { feed: paths.collectionFeed(collection.id) }),
    })
    // Only public collections may be indexed: links to other collections were shared only with specific
    // people.
    if (collection.visibility === 'public') return head
    return { ...head, meta: [...(head.meta ?? []), { name: 'robots', content: 'noindex' }] }
  },
  Component: Collection,
}
