import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { useIntent } from './use-intent.ts'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** A URL from `paths`, with query and hash if any. */
  href: string
  /** Keeps the scroll position. */
  keepScroll?: boolean
  /** `false` disables preloading. */
  preload?: boolean
}

/**
 * A link within the site: navigates without a document load and preloads code and data when the pointer
 * approaches. A link to the current page has `aria-current="page"`; the query counts if the link has one.
 */
export const SiteLink = ({ href, keepScroll, preload = true, onClick, ...rest }: Props) => {
  const navigation = useNavigation()
  const here = usePageLocation()
  const intent = useIntent(() => navigation.preload(href))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.metaKey && !event.defaultPrevented && !isMac()) {
      // Elsewhere than on macOS, browsers do not open a new tab for a Meta-click.
      event.preventDefault()
      window.open(href, '_blank', 'noopener')
      return
    }
    if (event.defaultPrevented || !isPlain(event) || isElsewhere(event.currentTarget)) return
    event.preventDefault()
    void navigation.push(href, { keepScroll })
  }
  const isHere = (href.includes('?') ? here.href : here.pathname) === href
  return (
    <a
      {...(isHere ? { 'aria-current': 'page' } : {})}
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
