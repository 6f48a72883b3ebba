import { paths } from '#core/paths.ts'
import { classNames } from '#web/kit/class-names.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Profile } from '../contract.ts'
import { profileTexts } from './texts.ts'

export type ProfileTab = 'posts' | 'comments' | 'remixes' | 'collections'

/** Links to a member's posts, comments and other contributions, with the count of each. */
export const ProfileTabs = ({ profile, current }: { profile: Profile; current: ProfileTab }) => {
  const { username, postCount, commentCount, remixCount, collectionCount } = profile
  const tabs = [
    { tab: 'posts', href: paths.profile(username), label: profileTexts.postsTab, count: String(postCount) },
    {
      tab: 'comments',
      href: paths.profileTab(username, 'comments'),
      label: profileTexts.commentsTab,
      count: profileTexts.tabCount(commentCount),
    },
    {
      tab: 'remixes',
      href: paths.profileTab(username, 'remixes'),
      label: profileTexts.remixesTab,
      count: profileTexts.tabCount(remixCount),
    },
    {
      tab: 'collections',
      href: paths.profileTab(username, 'collections'),
      label: profileTexts.collectionsTab,
      count: profileTexts.tabCount(collectionCount),
    },
  ] as const
  return (
    <nav aria-label={profileTexts.tabs} className="mt-3 flex flex-wrap gap-x-1 border-b">
      {tabs.map(({ tab, href, label, count }) => (
        <SiteLink
          key={tab}
          href={href}
          keepScroll
          aria-current={tab === current}
          className={classNames(
            'control inline-flex items-center gap-1.5 border-b-2 px-2 text-sm',
            tab === current
              ? 'border-accent-fill font-medium text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label} <span className="text-xs text-muted tabular-nums">{count}</span>
        </SiteLink>
      ))}
    </nav>
  )
}
