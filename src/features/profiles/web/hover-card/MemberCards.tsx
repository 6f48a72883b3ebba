import { useInfiniteQuery } from '@tanstack/react-query'
import * as Radix from 'radix-ui/popover'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { getPortalContainer } from '#web/kit/menu-item.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import type { Profile } from '../../contract.ts'
import { FollowMemberButton } from '../FollowMemberButton.tsx'
import { profileQuery } from '../queries.ts'
import { profileTexts } from '../texts.ts'
import { type CardIntent, createCardIntent } from './card-intent.ts'
import { createCardKeyHandler } from './card-keys.ts'
import { getUsernameFromLink, MEMBER_CARD_ATTRIBUTE } from './member-link.ts'

type Props = {
  /** The link that was hovered or focused when this code was requested. */
  first: HTMLAnchorElement
}

/** The lazily loaded part of `MemberCardHost`. Navigating to another page closes the card. */
const MemberCards = ({ first }: Props) => <Cards key={usePageLocation().href} first={first} />

const Cards = ({ first }: Props) => {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const [intent] = useState(() => createCardIntent(setLink))
  useEffect(() => {
    if (first.isConnected && first.matches(':hover, :focus-visible')) intent.enter(first)
    return intent.listen()
  }, [intent, first])
  return link && <CardOf key={getUsernameFromLink(link)} link={link} intent={intent} />
}

/**
 * Loads the profile, which has usually been preloaded while the link was hovered. Shows nothing if it fails
 * to load.
 */
const CardOf = ({ link, intent }: { link: HTMLAnchorElement; intent: CardIntent }) => {
  const { data } = useInfiniteQuery(profileQuery(getUsernameFromLink(link)))
  const profile = data?.pages[0]
  return profile && <MemberCard link={link} profile={profile} intent={intent} />
}

type CardProps = { link: HTMLAnchorElement; profile: Profile; intent: CardIntent }

const MemberCard = ({ link, profile, intent }: CardProps) => {
  const user = useCurrentUser()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!card.current) return
    const onKeyDown = createCardKeyHandler(link, card.current, intent.dismiss)
    // Listens in the capture phase so that Escape does nothing but close the card.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [link, intent])
  useLayoutEffect(() => {
    const shown = card.current
    // Returns focus to the link if the focused button disappears with the card.
    return () => {
      if (shown?.contains(document.activeElement)) link.focus({ preventScroll: true, focusVisible: false })
    }
  }, [link])
  return (
    <Radix.Root open>
      <Radix.Anchor virtualRef={{ current: link }} />
      <Radix.Portal container={getPortalContainer(link)}>
        <Radix.Content
          ref={card}
          {...{ [MEMBER_CARD_ATTRIBUTE]: '' }}
          // This is not a dialog, because dialogs disable the page's keyboard shortcuts.
          role="group"
          aria-label={profileTexts.card(profile.username)}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          hideWhenDetached
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="enter z-50 w-72 max-w-[calc(100vw-1rem)] rounded-lg border bg-surface p-4 text-sm shadow-float outline-none"
        >
          <div className="flex items-center gap-3">
            <Avatar username={profile.username} picture={profile.avatar} size={44} />
            <SiteLink
              href={link.pathname}
              preload={false}
              className="min-w-0 grow truncate text-base font-semibold hover:underline"
            >
              {profile.username}
            </SiteLink>
            {user && <FollowMemberButton profile={profile} />}
          </div>
          {profile.bio && (
            <p dir="auto" className="mt-3 line-clamp-3 wrap-anywhere">
              {profile.bio}
            </p>
          )}
          <p className="mt-3 flex flex-wrap gap-x-3 text-muted">
            <span>
              <CompactNumber value={profile.karma} className="font-semibold text-ink tabular-nums" />{' '}
              {profileTexts.karma}
            </span>
            <span>{profileTexts.posts(profile.postCount)}</span>
            <span>
              {profileTexts.joined} <RelativeTime date={profile.createdAt} />
            </span>
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export default MemberCards
