import { createContext, use } from 'react'
import type { RenderedRoute } from './load-page.ts'
import type { Navigation } from './navigation.ts'
import type { SiteInfo } from './page.ts'
import type { PageLocation } from './page-location.ts'

export const NavigationContext = createContext<Navigation | null>(null)
export const RenderedRouteContext = createContext<RenderedRoute | null>(null)

export const useNavigation = (): Navigation => present(use(NavigationContext))

/** Returns the currently rendered route. */
export const useCurrentRoute = (): RenderedRoute => present(use(RenderedRouteContext))

/** Returns the location of the currently rendered page. */
export const usePageLocation = (): PageLocation => useCurrentRoute().location

export const useSite = (): SiteInfo => useNavigation().site

const present = <T>(value: T | null): T => {
  if (value === null) throw new Error('Used outside of a page')
  return value
}
