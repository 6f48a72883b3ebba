import type { Page } from '#web/navigation/page.ts'
import { loadSiteText, SiteTextPage } from '../site-text-page.tsx'

const Terms = () => <SiteTextPage name="terms" />

export const page: Page = { ...loadSiteText('terms'), Component: Terms }
