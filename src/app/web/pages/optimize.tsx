import { paths } from '#core/paths.ts'
import { Optimizer } from '#features/optimizer/web/Optimizer.tsx'
import { optimizerModeQuery } from '#features/optimizer/web/queries.ts'
import type { Page as SitePage } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { RailBox } from '../layout/RightRail.tsx'
import { buildPageHead } from '../page-head.ts'
import { pageTexts } from '../page-texts.ts'

const texts = pageTexts.optimize

const Optimize = () => (
  <PageLayout heading={texts.heading} lead={texts.lead}>
    <Optimizer />
    <h2 className="mt-10 mb-3 text-lg font-semibold">{texts.tips}</h2>
    <div className="grid gap-3 lg:grid-cols-3">
      {texts.tipList.map(([title, text]) => (
        <RailBox key={title} title={title}>
          {text}
        </RailBox>
      ))}
    </div>
  </PageLayout>
)

export const page: SitePage = {
  load: ({ queryClient }) => queryClient.ensureQueryData(optimizerModeQuery),
  head: ({ site }) => buildPageHead(site, { path: paths.optimize, description: texts.lead }),
  Component: Optimize,
}
