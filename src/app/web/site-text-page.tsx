import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import type { SiteTextPageName } from '#features/site-texts/contract-values.ts'
import { siteTextQuery } from '#features/site-texts/web/queries.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import type { Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from './layout/PageLayout.tsx'
import { buildPageHead } from './page-head.ts'
import { pageTexts } from './page-texts.ts'

/** A page whose text the operator writes in the admin panel. */
export const SiteTextPage = ({ name, children }: { name: SiteTextPageName; children?: ReactNode }) => {
  const { data } = useSuspenseQuery(siteTextQuery(name))
  return (
    <PageLayout heading={pages[name].title}>
      <Markdown text={data.text} className="max-w-[68ch]" hasHeadings />
      {children}
    </PageLayout>
  )
}

/** Returns the `load` and `head` functions of a page whose text the operator writes. */
export const defineSiteTextPage = (name: SiteTextPageName): Pick<SitePage, 'load' | 'head'> => ({
  load: ({ queryClient }) => queryClient.ensureQueryData(siteTextQuery(name)),
  head: ({ site }) => buildPageHead(site, { path: buildPath(name), description: pageTexts.siteTexts[name] }),
})
