import { SignUpList } from '#features/admin/web/SignUpList.tsx'
import { SignInNotice } from '#features/identity/web/SignInNotice.tsx'
import { canModerate } from '#features/moderation/policy.ts'
import { AppealsTab } from '#features/moderation/web/AppealsTab.tsx'
import { parseQueueTab, Queue } from '#features/moderation/web/queue/Queue.tsx'
import { caseQuery, casesQuery } from '#features/moderation/web/queue/queries.ts'
import { appealsQuery } from '#features/moderation/web/statements/queries.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import type { Page } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { AccessDenied } from '../AccessDenied.tsx'
import { PageLayout } from '../layout/PageLayout.tsx'
import { loadFeed, parsePositiveInteger } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.moderation

const Moderation = ({ search }: { search: QueryParameters }) => {
  const user = useCurrentUser()
  if (!user)
    return (
      <PageLayout heading={texts.heading}>
        <SignInNotice icon="shield" title={texts.visitorTitle}>
          {texts.visitorText}
        </SignInNotice>
      </PageLayout>
    )
  if (!canModerate(user)) return <AccessDenied text={texts.deniedText} />
  return (
    <PageLayout wide>
      <h1 className="mb-2 text-xl font-semibold tracking-tight">{texts.heading}</h1>
      <Queue
        tab={parseQueueTab(search.tab)}
        caseId={parsePositiveInteger(search.case)}
        appeals={<AppealsTab />}
        accounts={user.isAdmin || user.isModerator ? <SignUpList /> : null}
      />
    </PageLayout>
  )
}

export const page: Page = {
  load: async (visit) => {
    const { queryClient, location } = visit
    const user = await queryClient.ensureQueryData(currentUserQuery)
    if (!user || !canModerate(user)) return
    const tab = parseQueueTab(location.search.tab)
    const caseId = parsePositiveInteger(location.search.case)
    // The list of accounts fetches its page itself.
    if (tab === 'accounts') return
    if (tab === 'appeals') {
      await queryClient.prefetchInfiniteQuery({ ...appealsQuery, staleTime: 0 })
      return
    }
    await Promise.all([
      loadFeed(visit, casesQuery(tab)),
      // The case itself shows why it could not be loaded.
      caseId !== undefined && queryClient.prefetchQuery(caseQuery(caseId)),
    ])
  },
  Component: Moderation,
}
