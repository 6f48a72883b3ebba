import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftRow } from '#features/drafts/web/DraftRow.tsx'
import { LocalDraftRow } from '#features/drafts/web/LocalDraftRow.tsx'
import { draftsQuery } from '#features/drafts/web/queries.ts'
import { draftTexts } from '#features/drafts/web/texts.ts'
import { listLocalDrafts } from '#features/posts/web/form/local-drafts.ts'
import { postDialogStore } from '#features/posts/web/post-dialog.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import type { Page } from '#web/navigation/page.ts'
import { useStore } from '#web/store.ts'
import { useHydrated } from '#web/use-hydrated.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { pageTexts } from '../page-texts.ts'

/** Lists the drafts that only this browser has; none while the page hydrates. */
const useLocalDrafts = () => {
  const isHydrated = useHydrated()
  const owner = useCurrentUser()?.id
  const [, setDeletions] = useState(0)
  // The dialog saves a draft before it closes.
  useStore(postDialogStore, null)
  return {
    localDrafts: isHydrated && owner !== undefined ? listLocalDrafts(owner) : [],
    onDeleted: () => setDeletions((count) => count + 1),
  }
}

const Drafts = () => {
  const { data, isError, refetch } = useQuery(draftsQuery)
  const { localDrafts, onDeleted } = useLocalDrafts()
  if (!data)
    return isError && <ErrorNotice onRetry={() => void refetch()}>{draftTexts.loadFailed}</ErrorNotice>
  if (data.length + localDrafts.length === 0)
    return (
      <EmptyState
        icon="file-clock"
        title={draftTexts.emptyTitle}
        action={<CreatePostAction label={pageTexts.createPost} />}
      >
        {draftTexts.emptyText}
      </EmptyState>
    )
  return (
    <ul aria-label={draftTexts.heading} className="flex flex-col">
      {localDrafts.map((draft) => (
        <LocalDraftRow key={draft.requestKey} draft={draft} onDeleted={onDeleted} />
      ))}
      {data.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </ul>
  )
}

export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (user) await queryClient.ensureQueryData(draftsQuery)
  },
  Component: () => (
    <MemberOnlyPage texts={draftTexts} icon="file-clock">
      <Drafts />
    </MemberOnlyPage>
  ),
}
