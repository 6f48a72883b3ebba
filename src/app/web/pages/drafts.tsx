import { useQuery } from '@tanstack/react-query'
import { DraftRow } from '#features/drafts/web/DraftRow.tsx'
import { draftsQuery } from '#features/drafts/web/queries.ts'
import { draftTexts } from '#features/drafts/web/texts.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import type { Page } from '#web/navigation/page.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { pageTexts } from '../page-texts.ts'

const Drafts = () => {
  const { data, isError, refetch } = useQuery(draftsQuery)
  if (!data)
    return isError && <ErrorNotice onRetry={() => void refetch()}>{draftTexts.loadFailed}</ErrorNotice>
  if (data.length === 0)
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
