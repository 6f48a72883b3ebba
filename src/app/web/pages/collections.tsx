import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CollectionLinks } from '#features/collections/web/CollectionLinks.tsx'
import { editableCollectionsQuery, followedCollectionsQuery } from '#features/collections/web/queries.ts'
import { collectionTexts } from '#features/collections/web/texts.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import type { Page } from '#web/navigation/page.ts'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'

const CollectionFormDialog = lazyDialog(() => import('#features/collections/web/CollectionFormDialog.tsx'))

const Collections = () => {
  const user = useCurrentUser()
  const { data, isError } = useQuery(editableCollectionsQuery())
  const { data: followed = [] } = useQuery(followedCollectionsQuery)
  const [isCreating, setIsCreating] = useState(false)
  const create = user?.isMuted ? null : (
    <Button variant="primary" className="scripting-none:hidden" onClick={() => setIsCreating(true)}>
      {collectionTexts.create}
    </Button>
  )
  return (
    <>
      {isError && !data && <ErrorNotice>{collectionTexts.loadFailed}</ErrorNotice>}
      {data?.length === 0 ? (
        <EmptyState title={collectionTexts.emptyTitle} action={create}>
          {collectionTexts.emptyText}
        </EmptyState>
      ) : (
        create
      )}
      {data && data.length > 0 && <CollectionLinks collections={data} viewerId={user?.id} />}
      {followed.length > 0 && (
        <section aria-labelledby="followed-collections" className="mt-8">
          <h2 id="followed-collections" className="text-lg font-semibold">
            {collectionTexts.followedHeading}
          </h2>
          <CollectionLinks
            collections={followed}
            label={collectionTexts.followedHeading}
            viewerId={user?.id}
          />
        </section>
      )}
      {isCreating && <CollectionFormDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (!user) return
    await Promise.all([
      queryClient.ensureQueryData(editableCollectionsQuery()),
      queryClient.ensureQueryData(followedCollectionsQuery),
    ])
  },
  Component: () => (
    <MemberOnlyPage texts={collectionTexts} icon="bookmark">
      <Collections />
    </MemberOnlyPage>
  ),
}
