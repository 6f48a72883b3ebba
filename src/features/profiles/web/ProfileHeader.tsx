import { parseHttpUrl } from '#core/http-url.ts'
import type { ProfileLinkName } from '#core/profile-fields.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { ReportMenu } from '#web/ReportMenu.tsx'
import type { Profile } from '../contract.ts'
import { FollowMemberButton } from './FollowMemberButton.tsx'
import { profileTexts } from './texts.ts'

const LINK_LABELS: Record<ProfileLinkName, string> = {
  website: profileTexts.website,
  xLink: profileTexts.x,
  linkedinLink: profileTexts.linkedin,
}
const LINKS = Object.keys(LINK_LABELS) as ProfileLinkName[]

/**
 * The header of a profile: avatar, username, karma, post count, join date, bio and links
 * (docs/spec/pages.md#profile-page).
 */
export const ProfileHeader = ({ profile }: { profile: Profile }) => (
  <header className="pb-2">
    <div className="flex items-center gap-4 cramped:flex-wrap">
      <Avatar username={profile.username} picture={profile.avatar} size={72} />
      <div className="min-w-0 grow">
        <h1 className="wrap-anywhere text-xl font-semibold tracking-tight">{profile.username}</h1>
        {profile.isSuspended && <p className="text-sm font-medium">{profileTexts.suspended}</p>}
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>
            <CompactNumber value={profile.karma} className="font-semibold text-ink tabular-nums" />{' '}
            {profileTexts.karma}
          </span>
          <span>{profileTexts.posts(profile.postCount)}</span>
          {profile.followerCount > 0 && <span>{profileTexts.followers(profile.followerCount)}</span>}
          <span>
            {profileTexts.joined} <RelativeTime date={profile.createdAt} />
          </span>
        </p>
      </div>
      <div className="flex flex-none items-center gap-1">
        <FollowMemberButton profile={profile} />
        <ProfileMenu profile={profile} />
      </div>
    </div>
    {profile.bio && (
      <p dir="auto" className="mt-4 max-w-[68ch] whitespace-pre-line [&:dir(rtl)]:max-w-none">
        {profile.bio}
      </p>
    )}
    <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
      {LINKS.map((name) => (
        <ProfileLink key={name} label={LINK_LABELS[name]} url={profile[name]} />
      ))}
    </p>
  </header>
)

const MemberMenu = lazyWithPreload(() => import('./mutes/MemberMenu.tsx'))

/** The menu about another member, with only Report for visitors. Reserves its space while its code loads. */
const ProfileMenu = ({ profile }: { profile: Profile }) => {
  const user = useCurrentUser()
  if (user?.id === profile.id) return null
  if (!user)
    return (
      <ReportMenu
        name={profileTexts.more(profile.username)}
        content={{ kind: 'member', id: profile.username, authorId: profile.id }}
      />
    )
  return (
    <span className="control-square">
      <MemberMenu profile={profile} />
    </span>
  )
}

/**
 * An external link. The URL must be http(s), which is checked after parsing. `nofollow` prevents spam from gaining
 * search ranking.
 */
const ProfileLink = ({ label, url }: { label: string; url: string }) => {
  const href = parseHttpUrl(url)
  return (
    href && (
      <a
        href={href}
        rel="nofollow ugc noopener"
        target="_blank"
        className="inline-flex items-center gap-1.5 py-1.5 text-accent hover:underline"
      >
        <Icon name="link" size={14} />
        {label}
      </a>
    )
  )
}
