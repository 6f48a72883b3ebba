import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import { pageTexts } from '../page-texts.ts'
import { defineSiteTextPage, SiteTextPage } from '../site-text-page.tsx'

const Rules = () => (
  <SiteTextPage name="rules">
    <p className="mt-6">
      <SiteLink href={buildPath('contact')} className="underline">
        {pageTexts.rulesContact}
      </SiteLink>
    </p>
    <p className="mt-2">
      <SiteLink href={buildPath('moderation-log')} className="underline">
        {pages['moderation-log'].title}
      </SiteLink>
    </p>
    <p className="mt-2">
      <SiteLink href={buildPath('report-illegal-content')} className="underline">
        {pages['report-illegal-content'].title}
      </SiteLink>
    </p>
  </SiteTextPage>
)

export const page: Page = { ...defineSiteTextPage('rules'), Component: Rules }
