import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CurrentUser } from '#core/current-user.ts'
import type { PageName } from '#core/pages.ts'
import { mapProfileFields } from '#core/profile-fields.ts'
import { renderProviderPage } from '#features/identity/web/provider/render-provider-page.tsx'
import { ApiError } from '#web/api-client.ts'
import { CurrentUserContext, currentUserQuery } from '#web/current-user.ts'
import { getPageCacheKey, loadPage, type RenderedRoute } from '#web/navigation/load-page.ts'
import { createNavigation, type Navigation } from '#web/navigation/navigation.ts'
import { NavigationContext, RenderedRouteContext } from '#web/navigation/navigation-context.ts'
import { Redirect, type SiteInfo } from '#web/navigation/page.ts'
import { parseLocation } from '#web/navigation/page-location.ts'
import { createQueryClient } from '#web/query-client.ts'
import { type Fragment, FragmentsContext, type FragmentViewer } from '#web/reused-fragments.tsx'
import { firstPaintScript } from '#web/theme.ts'
import type { PageRenderer } from '../server/page-renderer.ts'
import { App } from './App.tsx'
import { digestPage } from './digest-page.ts'
import { encodePage } from './encode-page.ts'
import { createFragmentCache, type FragmentCache } from './fragment-cache.ts'
import { type PageAssets, renderPageState } from './page-state.ts'
import { pageRoutes } from './routes.ts'

/** The pages that are stored for visitors: most of their readers are crawlers, each of which requests every post. */
const STORED_PAGES: ReadonlySet<string> = new Set<PageName>(['post', 'slug-post'])

const inlineScripts = [firstPaintScript]

/**
 * Creates the renderer for the given built files. `filesOf` returns the files that were built of a source, none in
 * development. `build` identifies the built files; without it, no page can be stored. If `fragments` is null, every page is
 * rendered without the fragment cache.
 */
export const createRenderer = (
  site: SiteInfo,
  assets: PageAssets,
  filesOf: (source: string) => string[] = () => [],
  build: string | null = null,
  fragments: FragmentCache | null = createFragmentCache(),
): PageRenderer => ({
  cacheUrl: (url) => getPageCacheKey(pageRoutes, url),
  renderProviderPage: async (page) =>
    renderProviderPage(page, {
      siteName: site.name,
      styles: assets.styles,
      scriptOf: (name) => {
        const source = `src/features/identity/web/provider/${name}.ts`
        return filesOf(source)[0] ?? `/${source}`
      },
    }),
  render: async (url, callLocally, isMember, findStored) => {
    // Each request has its own query cache.
    const context = { site, queryClient: createQueryClient({ callLocally }) }
    if (!isMember) context.queryClient.setQueryData(currentUserQuery.queryKey, null)
    const loaded = await loadPage(pageRoutes, context, parseLocation(url))
    if (loaded instanceof Redirect)
      return { status: loaded.status, html: EMPTY, inlineScripts, location: loaded.href }
    const { rendered, failure } = loaded
    // Preloads the page's code in parallel with the entry point instead of after it.
    const preloads = [
      ...new Set([...assets.preloads, ...filesOf(`src/app/web/pages/${rendered.route.name}.tsx`)]),
    ]
    const all = { ...assets, preloads }
    const { outcome, route } = rendered
    const state = renderPageState({ site, assets: all, outcome }, context.queryClient)
    const isStorable = build && !isMember && outcome.kind === 'loaded' && STORED_PAGES.has(route.name)
    const digest = isStorable && findStored ? digestPage({ build, url, state }) : null
    const stored = digest && (await findStored?.(digest))
    if (stored) return { status: 200, html: stored, inlineScripts, stored: { digest, isFound: true } }
    const app = <App navigation={createNavigation(pageRoutes, context, rendered)} assets={all} />
    const pieces = fragments
      ? await renderWithFragments(app, rendered, site, fragments)
      : [renderToString(app)]
    pieces.push(pieces.pop()?.slice(0, -END.length) ?? '')
    return {
      status: statusOf(outcome.kind, failure),
      html: encodePage(['<!DOCTYPE html>', ...pieces, state, END]),
      inlineScripts,
      ...(failure ? { error: failure } : {}),
      ...(digest ? { stored: { digest, isFound: false } } : {}),
    }
  },
})

/** The end of every document, exactly as React writes it. */
const END = '</body></html>'

const EMPTY = Buffer.alloc(0)

const renderWithFragments = (
  app: ReactElement,
  shown: RenderedRoute,
  site: SiteInfo,
  cache: FragmentCache,
): Promise<string[]> => {
  const fragments: Fragment[] = []
  const page = renderToString(<FragmentsContext value={fragments}>{app}</FragmentsContext>)
  const queryClient = createQueryClient()
  const navigations = new Map<string, Navigation>()
  const navigationAt = (pathname: string): Navigation => {
    const known = navigations.get(pathname)
    if (known) return known
    const route = { ...shown, location: parseLocation(pathname) }
    const navigation = createNavigation(pageRoutes, { site, queryClient }, route)
    navigations.set(pathname, navigation)
    return navigation
  }
  return cache.fill(page, fragments, ({ element, viewer, pathname }) => {
    const navigation = navigationAt(pathname)
    return renderToString(
      <QueryClientProvider client={queryClient}>
        <NavigationContext value={navigation}>
          <RenderedRouteContext value={navigation.rendered}>
            <CurrentUserContext value={typeof viewer === 'string' ? nobody[viewer] : viewer}>
              {element}
            </CurrentUserContext>
          </RenderedRouteContext>
        </NavigationContext>
      </QueryClientProvider>,
    )
  })
}

const member: CurrentUser = {
  ...mapProfileFields(() => ''),
  id: 0,
  username: '',
  email: null,
  avatar: null,
  karma: 0,
  isAdmin: false,
  isModerator: false,
  moderatedTopics: [],
  isMuted: false,
  isSuspended: false,
  sanctionEndsAt: null,
  profileCompleted: true,
  approval: null,
  hasPlaceholderUsername: false,
  followsMembers: false,
  followsCollections: false,
  privatePosts: 0,
  optimized: 0,
  hasRemovals: false,
  createdAt: new Date(0),
}

/** The current user in reused fragments: a placeholder, because all viewers of the same kind share them. */
const nobody: Record<FragmentViewer, CurrentUser | null> = {
  visitor: null,
  member,
  'muted member': { ...member, isMuted: true },
}

const statusOf = (kind: 'loaded' | 'notFound' | 'failed', failure: unknown): number => {
  if (kind !== 'failed') return kind === 'loaded' ? 200 : 404
  return failure instanceof ApiError && failure.status >= 400 ? failure.status : 500
}
