import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { logFiles, subjectKinds } from '#features/moderation/contract-values.ts'
import { ModerationFigures } from '#features/moderation/web/log/ModerationFigures.tsx'
import { ModerationLog } from '#features/moderation/web/log/ModerationLog.tsx'
import {
  type LogFilter,
  moderationFiguresQuery,
  moderationLogQuery,
} from '#features/moderation/web/log/queries.ts'
import { logTexts } from '#features/moderation/web/log/texts.ts'
import type { Page } from '#web/navigation/page.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const ID = /^[1-9]\d{0,8}$/
const YEAR = /^20\d\d$/

/** Parameters that are not valid are left out. */
const filterOf = ({ kind, month = '', after = '' }: QueryParameters): LogFilter => ({
  kind: subjectKinds.find((name) => name === kind),
  month: MONTH.test(month) ? month : undefined,
  after: ID.test(after) ? Number(after) : undefined,
})

const yearOf = ({ year = '', month = '' }: QueryParameters): number => {
  if (YEAR.test(year)) return Number(year)
  return MONTH.test(month) ? Number(month.slice(0, 4)) : new Date().getUTCFullYear()
}

export const page: Page = {
  load: ({ queryClient, location: { search } }) =>
    Promise.all([
      queryClient.ensureQueryData(moderationLogQuery(filterOf(search))),
      queryClient.ensureQueryData(moderationFiguresQuery(yearOf(search))),
    ]),
  head: ({ site }) =>
    buildPageHead(site, {
      path: buildPath('moderation-log'),
      description: logTexts.lead,
      feed: logFiles.feed,
    }),
  Component: ({ search }) => (
    <PageLayout heading={pages['moderation-log'].title} lead={logTexts.lead}>
      <ModerationLog filter={filterOf(search)} />
      <ModerationFigures year={yearOf(search)} />
    </PageLayout>
  ),
}
