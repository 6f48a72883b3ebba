import { getModelName, getModelsByType, modelIds } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { TypeIcon } from '#features/posts/web/TypeBadge.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { FilterLink } from './FilterLink.tsx'
import { FilterMenu } from './FilterMenu.tsx'
import { buildFiltersUrl, type FilteredList, getFeedParams, toggleFilterValue } from './filter-params.ts'
import { feedListTexts } from './texts.ts'

/** Lets the reader filter by the models of the chosen types (docs/spec/data.md#model-catalogue). */
export const ModelPicker = (list: FilteredList) => (
  <FilterMenu
    label={labelOf(list.filters.models)}
    listLabel={feedListTexts.models}
    className="max-h-80 w-60 narrow:left-0 wide:right-0"
    // React ignores the content of `noscript` in the browser, so its code is left out there.
    withoutScript={import.meta.env.SSR && <ModelForm {...list} />}
  >
    {() => <ModelLinks {...list} />}
  </FilterMenu>
)

const ModelLinks = (list: FilteredList) => {
  const { types, models } = getFeedParams(list.filters)
  return (
    <>
      <li>
        <FilterLink
          list={list}
          change={() => ({ models: [] })}
          isOn={models.length === 0}
          className="option-link text-muted"
        >
          {feedListTexts.clearModels}
        </FilterLink>
      </li>
      {models.length > 0 && (
        <li>
          <SiteLink href={workedHref(models, list.q)} className="option-link text-muted">
            {feedListTexts.worked(labelOf(models))}
          </SiteLink>
        </li>
      )}
      {getModelsByType(types).map(({ id, name, icon, company }) => {
        const isOn = models.includes(id)
        return (
          <li key={id}>
            <FilterLink
              list={list}
              change={(current) => ({ models: toggleFilterValue(modelIds, current.models, id) })}
              preload={false}
              isOn={isOn}
              aria-description={company}
              className={isOn ? 'option-link font-medium text-ink' : 'option-link text-muted'}
            >
              <TypeIcon icon={icon} />
              <span className="grow">{name}</span>
              {company !== name && <span aria-hidden data-note={company} className="option-note" />}
              {isOn && <Icon name="check" size={16} />}
            </FilterLink>
          </li>
        )
      })}
    </>
  )
}

/**
 * Returns the URL of a search for prompts that have worked with one of the models. Keeps the current page's
 * search terms.
 */
const workedHref = (models: readonly string[], words = ''): string => {
  const filter = `works:${models.join(',')}`
  return paths.search(words.includes(filter) ? words : `${words} ${filter}`.trim())
}

/** The form for readers without JavaScript, who can choose only one model. It keeps the page's other filters. */
const ModelForm = ({ path, filters, usualSort, q }: FilteredList) => {
  const [, query] = buildFiltersUrl(path, { ...filters, models: [] }, usualSort, q).split('?')
  return (
    <form action={path} className="flex gap-2 py-1">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        name="models"
        aria-label={feedListTexts.models}
        defaultValue={filters.models[0] && getModelName(filters.models[0])}
        className="control border"
      >
        <option value="">{feedListTexts.clearModels}</option>
        {/*
         * The form sends the model's name, because adding the ids would make each page 170 bytes larger.
         * `parseFilterParams` accepts names as well as ids.
         */}
        {getModelsByType(getFeedParams(filters).types).map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </select>
      <button type="submit" className={buttonClasses()}>
        {feedListTexts.showModel}
      </button>
    </form>
  )
}

const labelOf = ([first, ...others]: readonly string[]): string =>
  first === undefined
    ? feedListTexts.anyModel
    : others.length
      ? feedListTexts.modelCount(others.length + 1)
      : getModelName(first)
