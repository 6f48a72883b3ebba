import CheckIcon from 'lucide-react/icons/check'
import { modelIds, modelName, modelsFor } from '#core/model-catalogue.ts'
import { TypeIcon } from '#features/posts/web/TypeBadge.tsx'
import { classes } from '#web/kit/classes.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterMenu, filterMenuRow as row } from './FilterMenu.tsx'
import { type FeedFilters, toggleValue } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { choice: FeedFilters; hrefOf(change: Partial<FeedFilters>): string }

/** The models of the chosen types (docs/spec/data.md#model-catalogue). */
export const ModelPicker = ({ choice, hrefOf }: Props) => (
  <FilterMenu label={labelOf(choice.models)} listLabel={texts.models} className="left-0 max-h-80 w-60">
    <li>
      <SiteLink
        href={hrefOf({ models: [] })}
        keepScroll
        aria-current={choice.models.length ? undefined : 'true'}
        className={classes(row, 'text-muted')}
      >
        {texts.clearModels}
      </SiteLink>
    </li>
    {modelsFor(choice.types).map(({ id, name, icon, company }) => {
      const isOn = choice.models.includes(id)
      return (
        <li key={id}>
          <SiteLink
            href={hrefOf({ models: toggleValue(modelIds, choice.models, id) })}
            keepScroll
            preload={false}
            aria-current={isOn ? 'true' : undefined}
            aria-description={company}
            className={classes(row, isOn ? 'font-medium text-ink' : 'text-muted')}
          >
            <TypeIcon icon={icon} />
            <span className="grow">{name}</span>
            {company !== name && (
              <span
                aria-hidden
                data-note={company}
                className="text-xs text-muted after:content-[attr(data-note)]"
              />
            )}
            {isOn && <CheckIcon size={16} />}
          </SiteLink>
        </li>
      )
    })}
  </FilterMenu>
)

const labelOf = ([first, ...others]: readonly string[]): string =>
  first === undefined
    ? texts.anyModel
    : others.length
      ? texts.modelCount(others.length + 1)
      : modelName(first)
