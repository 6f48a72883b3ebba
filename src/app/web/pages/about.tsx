import { useSite } from '#web/navigation/navigation-context.ts'
import type { Page } from '#web/navigation/page.ts'
import { defineSiteTextPage, SiteTextPage } from '../site-text-page.tsx'

const About = () => {
  const { version } = useSite()
  return (
    <SiteTextPage name="about">
      <p className="mt-6 text-sm text-muted">Prompt Collection {version}</p>
    </SiteTextPage>
  )
}

export const page: Page = { ...defineSiteTextPage('about'), Component: About }
