import { ErrorPage } from '#app/web/layout/ErrorPage.tsx'
import { NotFoundPage } from '#app/web/layout/NotFoundPage.tsx'
import { PageBoundary } from '#app/web/layout/PageBoundary.tsx'
import type { Shown } from '#web/navigation/load-page.ts'

/** The current page in its frame, or the error or not-found page in its place. */
export const ShownPage = ({ shown }: { shown: Shown }) => {
  const { outcome, route } = shown
  const Frame = route.frame.Component
  if (outcome.kind === 'failed' && outcome.bare) return <ErrorPage />
  return (
    <Frame>
      <PageBoundary of={shown} instead={<ErrorPage />}>
        <Content {...shown} />
      </PageBoundary>
    </Frame>
  )
}

const Content = ({ outcome, page: { Component }, visit }: Shown) => {
  if (outcome.kind === 'failed') return <ErrorPage />
  if (outcome.kind === 'notFound') return <NotFoundPage title={outcome.title} />
  return <Component params={visit.params} search={visit.location.search} />
}
