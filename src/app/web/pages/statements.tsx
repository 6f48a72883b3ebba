import { AppealsTab } from '#features/moderation/web/AppealsTab.tsx'
import { OwnDecisionList } from '#features/moderation/web/statements/OwnDecisionList.tsx'
import { ownDecisionsQuery } from '#features/moderation/web/statements/queries.ts'
import { appealTexts, statementTexts } from '#features/moderation/web/statements/texts.ts'
import { currentUserQuery, useCurrentUser } from '#web/current-user.ts'
import type { Page } from '#web/navigation/page.ts'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'

/** The appeals of others, for moderators. */
const Appeals = () => {
  const user = useCurrentUser()
  const isStaff = user !== null && (user.isAdmin || user.isModerator || user.moderatedTopics.length > 0)
  return (
    isStaff && (
      <section className="mt-10">
        <h2 className="mb-2 text-lg font-semibold">{appealTexts.list}</h2>
        <AppealsTab />
      </section>
    )
  )
}

export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    // If the request fails, the page shows the error and offers a retry.
    if (user) await queryClient.ensureInfiniteQueryData(ownDecisionsQuery).catch(() => null)
  },
  Component: () => (
    <MemberOnlyPage texts={statementTexts} icon="shield">
      <OwnDecisionList />
      <Appeals />
    </MemberOnlyPage>
  ),
}
