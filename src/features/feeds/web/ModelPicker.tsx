import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { modelIds, modelName, modelsFor } from '#core/model-catalogue.ts'
import { TypeIcon } from '#features/posts/web/TypeBadge.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { type FeedFilters, toggleValue } from './filter-params.ts'
import { texts } from './texts.ts'

type Props = { choice: FeedFilters; hrefOf(change: Partial<FeedFilters>): string }

/**
 * The models of the chosen types (docs/spec/data.md#model-catalogue). A native disclosure element, whose links are
 * rendered when it opens. Without JavaScript, it contains a small form.
 */
export const ModelPicker = ({ choice, hrefOf }: Props) => {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const update = () => setIsOpen(details.current?.open ?? false)
  // It may have been opened before the scripts were loaded.
  useEffect(update, [])
  const close = () => details.current?.removeAttribute('open')
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close()
  }
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Escape') return
    close()
    currentTarget.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} onToggle={update} onBlur={onBlur} onKeyDown={onKeyDown} className="group relative">
      <summary className="control flex list-none items-center gap-1 rounded-full px-2 text-sm text-muted select-none hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
        {labelOf(choice.models)}
        <Icon name="chevron-down" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      {isOpen ? (
        <ModelLinks choice={choice} hrefOf={hrefOf} />
      ) : (
        <noscript>
          <ModelForm choice={choice} hrefOf={hrefOf} />
        </noscript>
      )}
    </details>
  )
}

const ModelLinks = ({ choice, hrefOf }: Props) => (
  <ul
    aria-label={texts.models}
    // Focusable only by pointer, so that a click between two rows does not blur and close the list.
    tabIndex={-1}
    className="enter absolute top-full left-0 z-10 mt-1 max-h-80 w-60 overflow-y-auto overscroll-contain rounded-lg border bg-surface p-1 shadow-float"
  >
    <li>
      <SiteLink
        href={hrefOf({ models: [] })}
        keepScroll
        aria-current={choice.models.length ? undefined : 'true'}
        className="option-link text-muted"
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
  </ul>
)

/** For readers without JavaScript, who can choose one model. The page's other filters are kept. */
const ModelForm = ({ choice, hrefOf }: Props) => {
  const [path, query] = hrefOf({ models: [] }).split('?')
  return (
    <form action={path} className="flex gap-2 py-1">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select
        name="models"
        aria-label={texts.models}
        defaultValue={choice.models[0]}
        className="control border"
      >
        <option value="">{texts.clearModels}</option>
        {modelsFor(choice.types).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
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
      : modelName(first)
