import type { Page } from '#web/navigation/page.ts'
import { loadSiteText, SiteTextPage } from '../site-text-page.tsx'

const Privacy = () => <SiteTextPage name="privacy" />

export const page: Page = { ...loadSiteText('privacy'), Component: Privacy }
