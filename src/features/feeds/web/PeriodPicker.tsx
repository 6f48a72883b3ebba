import { type FeedWindow, feedWindows } from '#core/feed-windows.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { FilterLink } from './FilterLink.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import type { FilteredList } from './filter-params.ts'
import { feedListTexts } from './texts.ts'

type Props = { window: FeedWindow; list: FilteredList }

/** Lets the reader choose the period for trending posts. */
export const PeriodPicker = (props: Props) => (
  <FilterMenu
    label={feedListTexts.windows[props.window]}
    listLabel={feedListTexts.window}
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

const PeriodLinks = ({ window, list }: Props) =>
  feedWindows.map((each) => (
    <li key={each}>
      <FilterLink
        list={list}
        change={() => ({ window: each })}
        isOn={each === window}
        className={each === window ? 'option-link font-medium text-ink' : 'option-link text-muted'}
      >
        <span className="grow">{feedListTexts.windows[each]}</span>
        {each === window && <Icon name="check" size={16} />}
      </FilterLink>
    </li>
  ))
