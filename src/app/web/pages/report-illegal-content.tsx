import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { LegalNoticeForm } from '#features/moderation/web/LegalNoticeForm.tsx'
import { legalNoticeTexts } from '#features/moderation/web/legal-notice-texts.ts'
import type { Page } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'

export const page: Page = {
  head: ({ site }) =>
    buildPageHead(site, { path: buildPath('report-illegal-content'), description: legalNoticeTexts.lead }),
  Component: ({ search }) => (
    <PageLayout heading={pages['report-illegal-content'].title} lead={legalNoticeTexts.lead}>
      <LegalNoticeForm url={search.url ?? ''} />
    </PageLayout>
  ),
}
