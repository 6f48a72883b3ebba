import type { Page } from '#web/navigation/page.ts'
import { defineSiteTextPage, SiteTextPage } from '../site-text-page.tsx'

const About = () => <SiteTextPage name="about" />

export const page: Page = { ...defineSiteTextPage('about'), Component: About }
