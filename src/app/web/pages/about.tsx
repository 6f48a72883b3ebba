import type { Page } from '#web/navigation/page.ts'
import { loadSiteText, SiteTextPage } from '../site-text-page.tsx'

const About = () => <SiteTextPage name="about" />

export const page: Page = { ...loadSiteText('about'), Component: About }
