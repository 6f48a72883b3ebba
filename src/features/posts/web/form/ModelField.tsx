import { useRef } from 'react'
import { getModelName, getModelsByType, type PostType } from '#core/model-catalogue.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { Picker } from '#web/kit/Picker.tsx'
import { postFormTexts } from './texts.ts'

type Props = {
  /** The post type whose models are offered. If null, the models of all types are offered. */
  type: PostType | null
  chosen: readonly string[]
  max: number
  error?: string | undefined
  onChange(models: string[]): void
}

/** The searchable AI Model picker, which offers the models of a post type (docs/spec/forms.md#post). */
export const ModelField = ({ type, chosen, max, error, onChange }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const remove = (id: string, row: Element | null) => {
    // The clicked button disappears, so focus moves to the next button or back to the field.
    const sibling = row?.nextElementSibling ?? row?.previousElementSibling
    const next = sibling ? sibling.querySelector('button') : box.current?.querySelector('input')
    next?.focus()
    onChange(chosen.filter((chosenId) => chosenId !== id))
  }
  return (
    <div ref={box}>
      <Picker
        label={postFormTexts.model}
        error={error}
        options={getModelsByType(type ? [type] : []).map(({ id, name, company }) => ({
          value: id,
          label: name,
          note: company,
        }))}
        chosen={chosen}
        max={max}
        noneLabel={postFormTexts.noModel}
        placeholder={postFormTexts.searchModels}
        onChange={(models) => onChange([...models])}
        hint={
          <>
            {`${postFormTexts.optional} · `}
            <span role="status">
              {max > 1 ? postFormTexts.selected(chosen.length, max) : postFormTexts.oneModel}
            </span>
            {max > 1 && chosen.length > 0 && (
              <ul className="mt-1.5 flex flex-wrap gap-1.5">
                {chosen.map((id) => (
                  <li key={id}>
                    <button
                      type="button"
                      aria-label={postFormTexts.removeModel(getModelName(id))}
                      onClick={({ currentTarget }) => remove(id, currentTarget.closest('li'))}
                      className="control inline-flex items-center gap-1.5 rounded-full border px-3 text-sm text-ink hover:bg-sunken"
                    >
                      {getModelName(id)}
                      <Icon name="x" size={14} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      />
    </div>
  )
}
