import { getModelName, getModelsByType, modelIds } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { TypeIcon } from '#features/posts/web/TypeBadge.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import { type FeedFilters, toggleFilterValue } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { filters: FeedFilters<string>; hrefOf(change: Partial<FeedFilters<string>>): string }

/** Lets the reader filter by the models of the chosen types (docs/spec/data.md#model-catalogue). */
export const ModelPicker = (props: Props) => (
  <FilterMenu
    label={labelOf(props.filters.models)}
    listLabel={texts.models}
    className="left-0 max-h-80 w-60"
    withoutScript={<ModelForm {...props} />}
  >
    {() => <ModelLinks {...props} />}
  </FilterMenu>
)

const ModelLinks = ({ filters, hrefOf }: Props) => (
  <>
    <li>
      <SiteLink
        href={hrefOf({ models: [] })}
        keepScroll
        aria-current={filters.models.length ? undefined : 'true'}
        className="option-link text-muted"
      >
        {texts.clearModels}
      </SiteLink>
    </li>
    {filters.models.length > 0 && (
      <li>
        <SiteLink href={workedHref(filters.models, hrefOf({}))} className="option-link text-muted">
          {texts.worked(labelOf(filters.models))}
        </SiteLink>
      </li>
    )}
    {getModelsByType(filters.types).map(({ id, name, icon, company }) => {
      const isOn = filters.models.includes(id)
      return (
        <li key={id}>
          <SiteLink
            href={hrefOf({ models: toggleFilterValue(modelIds, filters.models, id) })}
            keepScroll
            preload={false}
            aria-current={isOn ? 'true' : undefined}
            aria-description={company}
            className={isOn ? 'option-link font-medium text-ink' : 'option-link text-muted'}
          >
            <TypeIcon icon={icon} />
            <span className="grow">{name}</span>
            {company !== name && <span aria-hidden data-note={company} className="option-note" />}
            {isOn && <Icon name="check" size={16} />}
          </SiteLink>
        </li>
      )
    })}
  </>
)

/**
 * Returns the URL of a search for prompts that have worked with one of the models. Keeps the current page's
 * search terms.
 */
const workedHref = (models: readonly string[], here: string): string => {
  const filter = `works:${models.join(',')}`
  const words = new URLSearchParams(here.split('?')[1]).get('q') ?? ''
  return paths.search(words.includes(filter) ? words : `${words} ${filter}`.trim())
}

/** The form for readers without JavaScript, who can choose only one model. It keeps the page's other filters. */
const ModelForm = ({ filters, hrefOf }: Props) => {
  const [path, query] = hrefOf({ models: [] }).split('?')
  return (
    <form action={path} className="flex gap-2 py-1">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        name="models"
        aria-label={texts.models}
        defaultValue={filters.models[0] && getModelName(filters.models[0])}
        className="control border"
      >
        <option value="">{texts.clearModels}</option>
        {/*
         * The form sends the model's name, because adding the ids would make each page 170 bytes larger.
         * `parseFilterParams` accepts names as well as ids.
         */}
        {getModelsByType(filters.types).map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </select>
      <button type="submit" className={buttonClasses()}>
        {texts.showModel}
      </button>
    </form>
  )
}

const labelOf = ([first, ...others]: readonly string[]): string =>
  first === undefined
    ? texts.anyModel
    : others.length
      ? texts.modelCount(others.length + 1)
      : getModelName(first)
