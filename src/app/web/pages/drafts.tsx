import { useQuery } from '@tanstack/react-query'
import { DraftRow } from '#features/drafts/web/DraftRow.tsx'
import { draftsQuery } from '#features/drafts/web/queries.ts'
import { texts } from '#features/drafts/web/texts.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import type { Page } from '#web/navigation/page.ts'
import { CreatePostAction } from '../CreatePostAction.tsx'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { pageTexts } from '../page-texts.ts'

const Drafts = () => {
  const { data, isError, refetch } = useQuery(draftsQuery)
  if (!data) return isError && <ErrorNotice onRetry={() => void refetch()}>{texts.loadFailed}</ErrorNotice>
  if (data.length === 0)
    return (
      <EmptyState
        icon="file-clock"
        title={texts.emptyTitle}
        action={<CreatePostAction label={pageTexts.createPost} />}
      >
        {texts.emptyText}
      </EmptyState>
    )
  return (
    <ul aria-label={texts.heading} className="flex flex-col">
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
    <MemberOnlyPage texts={texts} icon="file-clock">
      <Drafts />
    </MemberOnlyPage>
  ),
}
