import { createContext, use } from 'react'
import type { Shown } from './load-page.ts'
import type { Navigation } from './navigation.ts'
import type { Site } from './page.ts'
import type { PageLocation } from './page-location.ts'

export const NavigationContext = createContext<Navigation | null>(null)
export const ShownContext = createContext<Shown | null>(null)

export const useNavigation = (): Navigation => present(use(NavigationContext))

/** The page that is drawn. */
export const useShown = (): Shown => present(use(ShownContext))

/** Where the page that is drawn is. */
export const usePageLocation = (): PageLocation => useShown().location

export const useSite = (): Site => useNavigation().site

const present = <T>(value: T | null): T => {
  if (value === null) throw new Error('Outside of the pages')
  return value
}
