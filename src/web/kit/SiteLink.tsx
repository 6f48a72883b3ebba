import { type ComponentPropsWithRef, type MouseEvent, useRef } from 'react'
import { useNavigation, usePageLocation } from '../navigation/navigation-context.ts'
import type { QueryParameters } from '../navigation/page-location.ts'

type Handlers = Pick<ComponentPropsWithRef<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onTouchStart'>

/** How many milliseconds the pointer must rest on a link before the link's page is preloaded. */
const REST = 50

/** Calls `prepare` when the pointer rests on the element, or when the element is focused or touched. */
const usePreloadOnIntent = (prepare: () => void): Handlers => {
  const timer = useRef(0)
  return {
    onMouseEnter: () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(prepare, REST)
    },
    onMouseLeave: () => clearTimeout(timer.current),
    onFocus: prepare,
    onTouchStart: prepare,
  }
}

/** Returns the click handler of links within the site: it navigates without a document load. */
export const useFollowLink = () => {
  const navigation = useNavigation()
  return (
    event: MouseEvent,
    link: HTMLAnchorElement,
    href: string,
    options: { keepScroll?: boolean | undefined } = {},
  ): void => {
    if (event.metaKey && !event.defaultPrevented && !isMac()) {
      // Opens the new tab itself because browsers on systems other than macOS do not open one on a
      // Meta-click.
      event.preventDefault()
      window.open(link.href, '_blank', 'noopener')
      return
    }
    if (event.defaultPrevented || !isPlain(event) || isElsewhere(link)) return
    event.preventDefault()
    void navigation.push(href, options)
  }
}

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** A URL from `paths`, optionally with a query and a hash. */
  href: string
  /** Whether to keep the scroll position instead of scrolling to the top. */
  keepScroll?: boolean
  /**
   * Returns the URL that the link would have with these query parameters of its page. For a link that changes some of
   * them: if it is followed while an earlier change is still loading, it keeps that change.
   */
  getHref?: (search: QueryParameters) => string
  /** Whether to preload the page; `false` disables preloading. */
  preload?: boolean
}

/**
 * A link within the site: navigates without a document load and preloads code and data when the pointer approaches. A
 * link to the current page has `aria-current="page"`; if the link has a query string, it must match as well.
 */
export const SiteLink = ({ href, getHref, keepScroll, preload = true, onClick, ...rest }: Props) => {
  const navigation = useNavigation()
  const here = usePageLocation()
  const intent = usePreloadOnIntent(() => navigation.preload(href))
  const followLink = useFollowLink()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { location } = navigation
    const isChanging = location.pathname === here.pathname && location.href !== here.href
    const target = isChanging && getHref ? getHref(location.search) : href
    followLink(event, event.currentTarget, target, { keepScroll })
  }
  const isHere = (href.includes('?') ? here.href : here.pathname) === href
  return (
    <a
      aria-current={isHere ? 'page' : undefined}
      {...(preload ? intent : {})}
      {...rest}
      href={href}
      onClick={follow}
    />
  )
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const isElsewhere = (link: HTMLAnchorElement): boolean =>
  link.hasAttribute('download') || !['', '_self'].includes(link.target)
