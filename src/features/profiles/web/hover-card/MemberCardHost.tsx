import { useEffect, useState } from 'react'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { findMemberLink } from './member-link.ts'

const MemberCards = lazyWithPreload(() => import('./MemberCards.tsx'))

/**
 * Shows a card about a member when a link to their profile in the page's content is hovered or focused;
 * mounted once, in the layout. Listens on the document so that links cost nothing to render, and loads the
 * remaining code when the first such link is hovered or focused.
 */
export const MemberCardHost = () => {
  const [first, setFirst] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    if (first) return
    const listen = (event: Event) => setFirst(findMemberLink(event))
    document.addEventListener('pointerover', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerover', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [first])
  return first && <MemberCards first={first} />
}
