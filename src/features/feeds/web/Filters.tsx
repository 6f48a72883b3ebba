import { type PostType, postTypes } from '#features/catalogue/contract.ts'
import type { Sort } from '#features/feeds/contract.ts'
import { type Choice, choiceHref, toggled } from '#features/feeds/web/filter-search.ts'
import { ModelPicker } from '#features/feeds/web/ModelPicker.tsx'
import { SortLinks } from '#features/feeds/web/SortLinks.tsx'
import { texts } from '#features/feeds/web/texts.ts'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = {
  path: string
  choice: Choice
  usualSort: Sort
  /** The search query, which stays when the filters change. */
  q?: string
  /** The label for sorting by score (docs/spec/feeds.md#sorting). Without it there are no sort links. */
  topLabel?: string
  /** Whether to offer the feed of followed topics. */
  hasFollowing?: boolean
}

/** Type, model and sort as links, so that the filters are in the URL and work without JavaScript. */
export const Filters = ({ path, choice, usualSort, q, topLabel, hasFollowing = false }: Props) => {
  const hrefOf = (change: Partial<Choice>) => choiceHref(path, { ...choice, ...change }, usualSort, q)
  return (
    <nav aria-label={texts.filters} className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b pb-2">
      <ul aria-label={texts.types} className="flex flex-wrap items-center">
        <Chip href={hrefOf({ types: [] })} isOn={choice.types.length === 0} label={texts.all} />
        {postTypes.map((type: PostType) => (
          <Chip
            key={type}
            href={hrefOf({ types: toggled(postTypes, choice.types, type) })}
            isOn={choice.types.includes(type)}
            label={type}
          />
        ))}
      </ul>
      <ModelPicker choice={choice} hrefOf={hrefOf} />
      {topLabel && (
        <SortLinks choice={choice} topLabel={topLabel} hasFollowing={hasFollowing} hrefOf={hrefOf} />
      )}
    </nav>
  )
}

const Chip = ({ href, isOn, label }: { href: string; isOn: boolean; label: string }) => (
  <li>
    <SiteLink
      href={href}
      keepScroll
      aria-current={isOn ? 'true' : undefined}
      className={classes(
        'control inline-flex items-center justify-center rounded-full px-2.5 text-sm narrow:min-w-11 narrow:px-2',
        isOn ? 'bg-ink font-medium text-bg' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      {label}
    </SiteLink>
  </li>
)
