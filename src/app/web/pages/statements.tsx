import { OwnDecisionList } from '#features/moderation/web/statements/OwnDecisionList.tsx'
import { ownDecisionsQuery } from '#features/moderation/web/statements/queries.ts'
import { statementTexts } from '#features/moderation/web/statements/texts.ts'
import { currentUserQuery } from '#web/current-user.ts'
import type { Page } from '#web/navigation/page.ts'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'

export const page: Page = {
  load: async ({ queryClient }) => {
    const user = await queryClient.ensureQueryData(currentUserQuery)
    // If the request fails, the page shows the error and offers a retry.
    if (user) await queryClient.ensureInfiniteQueryData(ownDecisionsQuery).catch(() => null)
  },
  Component: () => (
    <MemberOnlyPage texts={statementTexts.list} icon="shield">
      <OwnDecisionList />
    </MemberOnlyPage>
  ),
}
