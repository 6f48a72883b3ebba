import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { Page } from '#web/navigation/page.ts'
import { writeDeveloperGuide } from '../developer-guide.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'
import { pageTexts } from '../page-texts.ts'

const Developers = () => {
  const { url } = useSite()
  return (
    <PageLayout heading={pages.developers.title}>
      <Markdown text={writeDeveloperGuide(url)} className="max-w-[68ch]" hasHeadings />
    </PageLayout>
  )
}

export const page: Page = {
  head: ({ site }) =>
    buildPageHead(site, { path: buildPath('developers'), description: pageTexts.developers }),
  Component: Developers,
}
