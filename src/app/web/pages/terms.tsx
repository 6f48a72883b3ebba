import type { Page } from '#web/navigation/page.ts'
import { defineSiteTextPage, SiteTextPage } from '../site-text-page.tsx'

const Terms = () => <SiteTextPage name="terms" />

export const page: Page = { ...defineSiteTextPage('terms'), Component: Terms }
