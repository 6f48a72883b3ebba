import CheckIcon from 'lucide-react/icons/check'
import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterMenu, filterMenuRow } from './FilterMenu.tsx'
import type { FeedFilters } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { window: FeedWindow; hrefOf(change: Partial<FeedFilters>): string }

/** The period that trending posts are from. */
export const PeriodPicker = ({ window, hrefOf }: Props) => (
  <FilterMenu label={texts.windows[window]} listLabel={texts.window} className="right-0 w-40" isSingleChoice>
    {feedWindows.map((each) => (
      <li key={each}>
        <SiteLink
          href={hrefOf({ window: each })}
          keepScroll
          aria-current={each === window ? 'true' : undefined}
          className={classes(filterMenuRow, each === window ? 'font-medium text-ink' : 'text-muted')}
        >
          <span className="grow">{texts.windows[each]}</span>
          {each === window && <CheckIcon size={16} />}
        </SiteLink>
      </li>
    ))}
  </FilterMenu>
)
