import { type ComponentType, createContext, type ReactElement, use } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { useCurrentUser } from './current-user.ts'
import { usePageLocation } from './navigation/navigation-context.ts'

/** Everything that a fragment may know about the viewer. */
export type FragmentViewer = 'visitor' | 'member' | 'muted member'

/**
 * A part of a page that the server renders once and reuses for every fragment with the same `key`, because its HTML
 * depends on nothing else (docs/decisions/0055-reuse-rendered-cards-and-navigation.md).
 */
export type ReusableFragment = {
  key: string
  element: ReactElement
  viewer: FragmentViewer
  pathname: string
}

/** Collects the fragments of the page that is being rendered. Null if no fragments are reused. */
export const FragmentsContext = createContext<ReusableFragment[] | null>(null)

/**
 * Lets the server reuse a component's HTML for equal props. The component must receive all of its data as props, and
 * they must be JSON: it is rendered with an empty query cache, a location without query string and hash, and a
 * placeholder viewer (a visitor or a member without name and id) instead of the current user. If `isPersonal` returns
 * true, the component shows this user something personal and its HTML is not reused. `keyOf` selects the props on which
 * the HTML depends, if it does not depend on all of them; its result must be JSON. In the browser, returns the
 * component itself.
 */
export const cacheOnServer = <P extends object>(
  name: string,
  Component: ComponentType<P>,
  isPersonal: (props: P, user: CurrentUser) => boolean = () => false,
  keyOf: (props: P) => unknown = (props) => props,
): ComponentType<P> => {
  if (!import.meta.env.SSR) return Component
  const Reused = (props: P) => {
    const fragments = use(FragmentsContext)
    const user = useCurrentUser()
    const { pathname } = usePageLocation()
    if (!fragments || (user && isPersonal(props, user))) return <Component {...props} />
    const viewer = user ? (user.isMuted ? 'muted member' : 'member') : 'visitor'
    const key = JSON.stringify([name, pathname, viewer, keyOf(props)])
    const index = fragments.push({ key, viewer, pathname, element: <Component {...props} /> }) - 1
    return <Slot index={index} />
  }
  return Reused
}

/**
 * Marks the position of a fragment in the HTML of its page. No text can contain this HTML, because React escapes text.
 */
const Slot = ({ index }: { index: number }) => <template data-fragment={index} />

/** Matches the HTML of a slot. The capturing group is the index of its fragment. */
export const FRAGMENT_SLOT_PATTERN = /<template data-fragment="(\d+)"><\/template>/
