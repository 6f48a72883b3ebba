import { useState, useSyncExternalStore } from 'react'
import { paths } from '#core/paths.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { RenderedRoute } from '#web/navigation/load-page.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { PageLayout } from './PageLayout.tsx'
import { layoutTexts } from './texts.ts'

const NotFoundSuggestions = lazyWithPreload(() => import('./NotFoundSuggestions.tsx'))

/** `title` is the API's error message, such as 'User not found'. */
const NotFoundPage = ({ title }: { title?: string | undefined }) => (
  <PageLayout
    heading={title ?? layoutTexts.notFoundTitle}
    lead={layoutTexts.notFoundTexts[title ?? ''] ?? layoutTexts.notFoundText}
  >
    <div className="flex flex-wrap gap-2">
      <SiteLink href={paths.home} className={buttonClasses('plain')}>
        {layoutTexts.goHome}
      </SiteLink>
      <NotFoundSuggestions />
    </div>
  </PageLayout>
)

const subscribeToNetwork = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )

/** The page shown when a page failed to load. The cause appears only in the log, unless the browser is offline. */
const ErrorPage = () => {
  const navigation = useNavigation()
  const [busy, setBusy] = useState(false)
  const isOnline = useIsOnline()
  const [heading, text] = isOnline
    ? [layoutTexts.failedTitle, layoutTexts.failedText]
    : [layoutTexts.offlineTitle, layoutTexts.offlineText]
  const retry = async () => {
    setBusy(true)
    await navigation.invalidate()
    setBusy(false)
  }
  return (
    <PageLayout heading={heading} lead={text}>
      <div role="alert" className="sr-only">
        {text}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={retry}>
          {layoutTexts.retry}
        </Button>
        <SiteLink href={paths.home} className={buttonClasses('plain')}>
          {layoutTexts.goHome}
        </SiteLink>
      </div>
    </PageLayout>
  )
}

/** The current page in its layout, or the error or not-found page instead of it. */
export const CurrentPage = ({ renderedRoute }: { renderedRoute: RenderedRoute }) => {
  const { outcome, route } = renderedRoute
  const Layout = route.layout.Component
  if (outcome.kind === 'failed' && outcome.bare) return <ErrorPage />
  return (
    <Layout>
      <BoxBoundary resetKey={renderedRoute} fallback={<ErrorPage />}>
        <Content {...renderedRoute} />
      </BoxBoundary>
    </Layout>
  )
}

const Content = ({ outcome, page: { Component }, visit }: RenderedRoute) => {
  if (outcome.kind === 'failed') return <ErrorPage />
  if (outcome.kind === 'notFound') return <NotFoundPage title={outcome.title} />
  return <Component params={visit.params} search={visit.location.search} />
}
