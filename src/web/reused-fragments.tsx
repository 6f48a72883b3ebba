import { type ComponentType, createContext, type ReactElement, use } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { useCurrentUser } from './current-user.ts'
import { usePageLocation } from './navigation/navigation-context.ts'

/** Everything that a reused fragment may know about the viewer. */
export type FragmentViewer = 'visitor' | 'member' | 'muted member'

/**
 * A part of a page that the server renders by itself. It is reused for every fragment with the same `key`, because its
 * HTML depends on nothing else (docs/decisions/0055-reuse-rendered-cards-and-navigation.md). The key is null for a part that
 * shows `viewer` something personal.
 */
export type Fragment = {
  element: ReactElement
  pathname: string
} & ({ key: string; viewer: FragmentViewer } | { key: null; viewer: CurrentUser })

/** Collects the fragments of the page that is being rendered. Null if no fragments are reused. */
export const FragmentsContext = createContext<Fragment[] | null>(null)

/**
 * Lets the server reuse a component's HTML for equal props. The component must receive all of its data as props, and
 * they must be JSON: it is rendered with an empty query cache, a location without query string and hash, and a
 * placeholder viewer (a visitor or a member without name and id) instead of the current user. If `isPersonal` returns
 * true, the component shows this user something personal: it is rendered for the current user and its HTML is not reused. `keyOf` selects the props on which
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
    const element = <Component {...props} />
    if (!fragments) return element
    const kind = user ? (user.isMuted ? 'muted member' : 'member') : 'visitor'
    const reuse =
      user && isPersonal(props, user)
        ? { key: null, viewer: user }
        : { key: JSON.stringify([name, pathname, kind, keyOf(props)]), viewer: kind as FragmentViewer }
    return <Slot index={fragments.push({ ...reuse, pathname, element }) - 1} />
  }
  return Reused
}

/**
 * Marks the position of a fragment in the HTML of its page. No text can contain this HTML, because React escapes text.
 */
const Slot = ({ index }: { index: number }) => <template data-fragment={index} />

/** Matches the HTML of a slot. The capturing group is the index of its fragment. */
export const FRAGMENT_SLOT_PATTERN = /<template data-fragment="(\d+)"><\/template>/
