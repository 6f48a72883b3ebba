import type { Choice } from '#features/feeds/web/filter-search.ts'
import { texts } from '#features/feeds/web/texts.ts'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  choice: Choice
  topLabel: string
  hasFollowing: boolean
  hrefOf(change: Partial<Choice>): string
}

export const SortLinks = ({ choice, topLabel, hasFollowing, hrefOf }: Props) => {
  const { isFollowing = false, sortBy } = choice
  return (
    <ul aria-label={texts.sort} className="ml-auto flex items-center">
      {(['top', 'new'] as const).map((sort) => (
        <SortLink
          key={sort}
          href={hrefOf({ sortBy: sort, isFollowing: undefined })}
          isOn={!isFollowing && sort === sortBy}
          label={sort === 'top' ? topLabel : texts.newest}
        />
      ))}
      {(hasFollowing || isFollowing) && (
        <SortLink href={hrefOf({ isFollowing: true })} isOn={isFollowing} label={texts.following} />
      )}
    </ul>
  )
}

const SortLink = ({ href, isOn, label }: { href: string; isOn: boolean; label: string }) => (
  <li>
    <SiteLink
      href={href}
      keepScroll
      aria-current={isOn ? 'true' : undefined}
      className={classes(
        'control inline-flex items-center border-b-2 px-2 text-sm',
        isOn ? 'border-accent-fill font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {label}
    </SiteLink>
  </li>
)
