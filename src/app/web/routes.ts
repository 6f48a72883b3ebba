import { type PageName, pages } from '#core/pages.ts'
import { defineRoute, type Page, type Route } from '#web/navigation/page.ts'
import { bareLayout, siteLayout } from './route-layouts.tsx'

/** Functions that load the code of each page on demand. */
const modules = import.meta.glob<{ page: Page }>('./pages/*.tsx')

/** Returns the function that loads a page's code. */
const loadOf = (name: PageName): Route['load'] => {
  const load = modules[`./pages/${name}.tsx`]
  if (!load) throw new Error(`The page ${name} has no file in src/app/web/pages`)
  return load
}

/** The route of every page, in the order of `pages`. The last route matches every path. */
export const pageRoutes: readonly Route[] = (Object.keys(pages) as PageName[]).map((name) => {
  const { path, parameters, isBare } = pages[name]
  return defineRoute(isBare ? bareLayout : siteLayout, path, name, loadOf(name), parameters)
})
