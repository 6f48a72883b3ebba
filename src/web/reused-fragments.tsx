import { type ComponentType, createContext, type ReactElement, use } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { useCurrentUser } from './current-user.ts'
import { usePageLocation } from './navigation/navigation-context.ts'

/** Everything that a reused fragment may know about the viewer. */
export type FragmentViewer = 'visitor' | 'member' | 'muted member'

/**
 * A part of a page that the server renders by itself. It is reused for every fragment with the same `key`, because its
 * HTML depends on nothing else (docs/decisions/0055-reuse-rendered-cards-and-navigation.md). `viewer` is a user for a part that
 * shows them something personal.
 */
export type Fragment = {
  element: ReactElement
  pathname: string
  key: string
  viewer: FragmentViewer | CurrentUser
}

/** Collects the fragments of the page that is being rendered. Null if no fragments are reused. */
export const FragmentsContext = createContext<Fragment[] | null>(null)

type Options<P> = {
  /**
   * Returns whether the component shows this user something that only they see. It is then rendered for them, and reused
   * for them alone.
   */
  isPersonal?: (props: P, user: CurrentUser) => boolean
  /** Selects the props on which the HTML depends. The result must be JSON. Without this function, it depends on all. */
  keyOf?: (props: P) => unknown
  /** Returns whether the HTML is different on the page with this path. Without this function, it is on each page. */
  dependsOn?: (pathname: string) => boolean
}

/** The path of fragments that are the same on many pages. No page has it, so no link in them is to the current page. */
const ANYWHERE = '/*'

/**
 * Lets the server reuse a component's HTML for equal props. The component must receive all of its data as props, and
 * they must be JSON: it is rendered with an empty query cache, a location without query string and hash, and a
 * placeholder viewer (a visitor or a member without name and id) instead of the current user. In the browser, returns
 * the component itself. Callers write `import.meta.env.SSR && { … }`, so that the browser does not download the options.
 */
export const cacheOnServer = <P extends object>(
  name: string,
  Component: ComponentType<P>,
  options: Options<P> | false = {},
): ComponentType<P> => {
  if (!import.meta.env.SSR) return Component
  const { isPersonal, keyOf, dependsOn }: Options<P> = options || {}
  const Reused = (props: P) => {
    const fragments = use(FragmentsContext)
    const user = useCurrentUser()
    const { pathname: here } = usePageLocation()
    const element = <Component {...props} />
    if (!fragments) return element
    const pathname = dependsOn && !dependsOn(here) ? ANYWHERE : here
    const viewer = user && isPersonal?.(props, user) ? user : kindOf(user)
    const key = JSON.stringify([name, pathname, viewer, keyOf ? keyOf(props) : props])
    return <Slot index={fragments.push({ key, viewer, pathname, element }) - 1} />
  }
  return Reused
}

const kindOf = (user: CurrentUser | null): FragmentViewer =>
  user ? (user.isMuted ? 'muted member' : 'member') : 'visitor'

/**
 * Marks the position of a fragment in the HTML of its page. No text can contain this HTML, because React escapes text.
 */
const Slot = ({ index }: { index: number }) => <template data-fragment={index} />

/** Matches the HTML of a slot. The capturing group is the index of its fragment. */
export const FRAGMENT_SLOT_PATTERN = /<template data-fragment="(\d+)"><\/template>/
