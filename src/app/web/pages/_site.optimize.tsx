import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#app/web/layout/Page.tsx'
import { RailBox } from '#app/web/layout/RightRail.tsx'
import { pageTexts } from '#app/web/page-texts.ts'
import { Optimizer } from '#features/optimizer/web/Optimizer.tsx'
import { optimizerQuery } from '#features/optimizer/web/queries.ts'

const texts = pageTexts.optimize

export const Route = createFileRoute('/_site/optimize')({
  loader: ({ context }) => context.queryClient.ensureQueryData(optimizerQuery),
  component: Optimize,
})

function Optimize() {
  return (
    <Page heading={texts.heading} lead={texts.lead}>
      <Optimizer />
      <h2 className="mt-10 mb-3 text-lg font-semibold">{texts.tips}</h2>
      <div className="grid gap-3 md:grid-cols-3">
        {texts.tipList.map(([title, text]) => (
          <RailBox key={title} title={title}>
            {text}
          </RailBox>
        ))}
      </div>
    </Page>
  )
}
