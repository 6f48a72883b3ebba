import { OwnReports } from '#features/moderation/web/report/OwnReports.tsx'
import { ownReportsQuery } from '#features/moderation/web/report/queries.ts'
import { currentUserQuery } from '#web/current-user.ts'
import type { Page } from '#web/navigation/page.ts'
import { MemberOnlyPage } from '../MemberOnlyPage.tsx'
import { loadFeed } from '../page-loaders.ts'
import { pageTexts } from '../page-texts.ts'

export const page: Page = {
  load: async (visit) => {
    const user = await visit.queryClient.ensureQueryData(currentUserQuery)
    if (user) await loadFeed(visit, ownReportsQuery)
  },
  Component: () => (
    <MemberOnlyPage texts={pageTexts.reports} icon="flag">
      <OwnReports />
    </MemberOnlyPage>
  ),
}
