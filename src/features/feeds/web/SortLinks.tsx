import type { Sort } from '#features/feeds/contract.ts'
import type { Choice } from '#features/feeds/web/filter-search.ts'
import { texts } from '#features/feeds/web/texts.ts'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'

type Props = { sortBy: Sort; topLabel: string; hrefOf(change: Partial<Choice>): string }

export const SortLinks = ({ sortBy, topLabel, hrefOf }: Props) => (
  <ul aria-label={texts.sort} className="ml-auto flex items-center gap-1">
    {(['top', 'new'] as const).map((sort) => (
      <li key={sort}>
        <SiteLink
          href={hrefOf({ sortBy: sort })}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={sort === sortBy ? 'true' : undefined}
          className={classes(
            'control inline-flex items-center border-b-2 px-2 text-sm',
            sort === sortBy
              ? 'border-accent-fill font-medium text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {sort === 'top' ? topLabel : texts.newest}
        </SiteLink>
      </li>
    ))}
  </ul>
)
