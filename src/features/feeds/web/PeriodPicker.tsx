import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import type { FeedFilters } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { window: FeedWindow; hrefOf(change: Partial<FeedFilters<string>>): string }

/** Lets the reader choose the period for trending posts. */
export const PeriodPicker = (props: Props) => (
  <FilterMenu
    label={texts.windows[props.window]}
    listLabel={texts.window}
    className="right-0 w-40"
    isSingleChoice
    withoutScript={
      <ul className="flex flex-wrap">
        <PeriodLinks {...props} />
      </ul>
    }
  >
    {() => <PeriodLinks {...props} />}
  </FilterMenu>
)

const PeriodLinks = ({ window, hrefOf }: Props) =>
  feedWindows.map((each) => (
    <li key={each}>
      <SiteLink
        href={hrefOf({ window: each })}
        keepScroll
        aria-current={each === window ? 'true' : undefined}
        className={each === window ? 'option-link font-medium text-ink' : 'option-link text-muted'}
      >
        <span className="grow">{texts.windows[each]}</span>
        {each === window && <Icon name="check" size={16} />}
      </SiteLink>
    </li>
  ))
