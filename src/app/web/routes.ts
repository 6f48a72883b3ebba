import { type PageName, pages } from '#core/pages.ts'
import { type Page, type Route, route } from '#web/navigation/page.ts'
import { bareFrame, siteFrame } from './site-frame.tsx'

/** The code of each page, loaded when it is first needed. */
const modules = import.meta.glob<{ page: Page }>('./pages/*.tsx')

/** Returns a function that loads the page's file. */
const loadOf = (name: PageName): Route['load'] => {
  const load = modules[`./pages/${name}.tsx`]
  if (!load) throw new Error(`The page ${name} has no file in src/app/web/pages`)
  return load
}

/** Every page of the site, in the order of the table. The last route matches every path. */
export const routes: readonly Route[] = (Object.keys(pages) as PageName[]).map((name) => {
  const { path, parameters, isBare } = pages[name]
  return route(isBare ? bareFrame : siteFrame, path, name, loadOf(name), parameters)
})
