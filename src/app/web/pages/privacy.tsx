import type { Page } from '#web/navigation/page.ts'
import { defineSiteTextPage, SiteTextPage } from '../site-text-page.tsx'

const Privacy = () => <SiteTextPage name="privacy" />

export const page: Page = { ...defineSiteTextPage('privacy'), Component: Privacy }
