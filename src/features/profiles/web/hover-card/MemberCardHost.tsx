import { useEffect, useState } from 'react'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { memberLinkOf } from './member-link.ts'

const MemberCards = lazyWithPreload(() => import('./MemberCards.tsx'))

/**
 * Shows a card about the member whose link is pointed at or focused, anywhere in the content of a page; used once, in
 * the layout. It listens on the document, so that links cost nothing when they are rendered, and loads the rest with the
 * first such link.
 */
export const MemberCardHost = () => {
  const [first, setFirst] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    if (first) return
    const listen = (event: Event) => setFirst(memberLinkOf(event))
    document.addEventListener('pointerover', listen)
    document.addEventListener('focusin', listen)
    return () => {
      document.removeEventListener('pointerover', listen)
      document.removeEventListener('focusin', listen)
    }
  }, [first])
  return first && <MemberCards first={first} />
}
