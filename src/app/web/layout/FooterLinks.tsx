import { parse } from 'regexparam'
import { pages } from '#core/pages.ts'
import { buildPath, paths } from '#core/paths.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { matchPath } from '#web/navigation/page.ts'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { createStore } from '#web/store.ts'
import { layoutTexts } from './texts.ts'

/** Whether the list of keyboard shortcuts is open. */
export const shortcutsHelpOpenStore = createStore(false)

const topicPage = parse(pages.topic.path)

/** Returns the path of the page's RSS feed or, if it has none, of the site's feed. */
const feedOf = (pathname: string): string => {
  if (pathname === paths.newest) return paths.newFeed
  const topic = matchPath(topicPage, pathname)?.topic
  return topic ? paths.topicFeed(topic) : paths.popularFeed()
}

type Props = {
  className?: string
  /** Called when a link is followed or the shortcuts are opened. */
  onNavigate?(): void
}

const linkedPages = ['about', 'developers', 'rules', 'contact', 'privacy', 'terms'] as const
type LinkedPage = (typeof linkedPages)[number]

const Links = ({ className, onNavigate }: Props) => {
  const { pathname } = usePageLocation()
  const link = 'site-link'
  const page = (name: LinkedPage) => (
    <li>
      <SiteLink href={buildPath(name)} onClick={onNavigate} className={link}>
        {layoutTexts.siteLinks[name]}
      </SiteLink>
    </li>
  )
  return (
    <footer className={className}>
      <nav aria-label={layoutTexts.siteLinks.label}>
        <ul className="flex flex-wrap gap-x-3 text-xs text-muted">
          {page('about')}
          {page('developers')}
          <li>
            <a href={feedOf(pathname)} className={link}>
              {layoutTexts.siteLinks.rss}
            </a>
          </li>
          <li className="noscript:hidden">
            <button
              type="button"
              onClick={() => {
                onNavigate?.()
                shortcutsHelpOpenStore.set(true)
              }}
              className={link}
            >
              {layoutTexts.siteLinks.shortcuts}
            </button>
          </li>
          {page('rules')}
          {page('contact')}
          {page('privacy')}
          {page('terms')}
        </ul>
      </nav>
    </footer>
  )
}

/**
 * Links to information about the site and to its other pages (docs/spec/pages.md#footer). Endless feeds leave no room
 * for a footer, so the links are at the end of the sidebar.
 */
export const FooterLinks = cacheOnServer(
  'FooterLinks',
  Links,
  import.meta.env.SSR && {
    dependsOn: (pathname) =>
      linkedPages.some((name) => buildPath(name) === pathname) || feedOf(pathname) !== paths.popularFeed(),
  },
)
