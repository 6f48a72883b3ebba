import { createContext, use } from 'react'
import type { Shown } from './load-page.ts'
import type { Navigation } from './navigation.ts'
import type { Site } from './page.ts'
import type { PageLocation } from './page-location.ts'

export const NavigationContext = createContext<Navigation | null>(null)
export const ShownContext = createContext<Shown | null>(null)

export const useNavigation = (): Navigation => present(use(NavigationContext))

/** The route that is rendered. */
export const useShown = (): Shown => present(use(ShownContext))

/** The location of the page that is rendered. */
export const usePageLocation = (): PageLocation => useShown().location

export const useSite = (): Site => useNavigation().site

const present = <T>(value: T | null): T => {
  if (value === null) throw new Error('Used outside of a page')
  return value
}
