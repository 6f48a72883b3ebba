import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { useIntent } from './use-intent.ts'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** An address of `paths`, with its query and hash if it has them. */
  href: string
  /** Leaves the window where it is. */
  keepScroll?: boolean
  /** `false`: nothing is fetched ahead. */
  preload?: boolean
}

/**
 * A link inside the site: no page load, code and data fetched ahead when the pointer comes near. It marks itself as
 * `aria-current="page"`, with regard to the query where it has one.
 */
export const SiteLink = ({ href, keepScroll, preload = true, onClick, ...rest }: Props) => {
  const navigation = useNavigation()
  const here = usePageLocation()
  const intent = useIntent(() => navigation.preload(href))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.metaKey && !event.defaultPrevented && !isMac()) {
      // Only macOS opens a new tab by itself.
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
