import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { limits } from '#core/limits.ts'
import { normalizeTag, splitTags } from '#core/tags.ts'
import { isComposing } from '#web/is-composing.ts'
import { Field } from '#web/kit/Field.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import { tagSuggestionsQuery } from './queries.ts'
import { postFormTexts } from './texts.ts'

const SUGGEST_AFTER_MS = 150

type Props = { chosen: readonly string[]; error: string | undefined; onChange(tags: string[]): void }

/**
 * A field for free-form tags. Pressing Enter, typing a comma or semicolon, or leaving the field adds a tag. Tags that other
 * members use are suggested.
 */
export const TagsField = ({ chosen, error, onChange }: Props) => {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const prefix = useDebounced(normalizeTag(typed), SUGGEST_AFTER_MS)
  const { data: suggestions = [] } = useQuery({ ...tagSuggestionsQuery(prefix), enabled: prefix !== '' })
  const isFull = chosen.length >= limits.tags
  const add = (text: string) => {
    const added = splitTags(text).map(normalizeTag).filter(Boolean)
    setTyped('')
    if (added.length > 0) onChange([...new Set([...chosen, ...added])].slice(0, limits.tags))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && typed.trim() && !event.ctrlKey && !event.metaKey) {
      // Enter adds the tag instead of submitting the form.
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && !typed && chosen.length > 0) onChange(chosen.slice(0, -1))
  }
  const remove = (tag: string, row: Element | null) => {
    // The clicked button disappears, so focus moves to the next button or back to the field.
    const sibling = row?.nextElementSibling ?? row?.previousElementSibling
    const next = sibling ? sibling.querySelector('button') : box.current?.querySelector('input')
    next?.focus()
    onChange(chosen.filter((one) => one !== tag))
  }
  return (
    <div ref={box}>
      <Field
        label={postFormTexts.tags}
        error={error}
        hint={
          <>
            {`${postFormTexts.optional} · ${postFormTexts.tagsHint}`}
            {chosen.length > 0 && (
              <ul aria-label={postFormTexts.tags} className="mt-1.5 flex flex-wrap gap-1.5">
                {chosen.map((tag) => (
                  <li key={tag}>
                    <button
                      type="button"
                      aria-label={postFormTexts.removeTag(tag)}
                      onClick={({ currentTarget }) => remove(tag, currentTarget.closest('li'))}
                      className="control inline-flex items-center gap-1.5 rounded-full border px-3 text-sm text-ink hover:bg-sunken"
                    >
                      <bdi>{tag}</bdi>
                      <Icon name="x" size={14} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      >
        {(wiring) => (
          <input
            {...wiring}
            dir="auto"
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            maxLength={100}
            placeholder={postFormTexts.addTag}
            value={typed}
            disabled={isFull}
            onChange={({ target, nativeEvent }) => {
              const isUnfinished = nativeEvent instanceof InputEvent && nativeEvent.isComposing
              if (!isUnfinished && splitTags(target.value).length > 1) add(target.value)
              else setTyped(target.value)
            }}
            onCompositionEnd={({ currentTarget }) => {
              // Chrome sends no input event after the composition.
              if (splitTags(currentTarget.value).length > 1) add(currentTarget.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {suggestions
          .filter(({ name }) => !chosen.includes(name))
          .map(({ name, postCount }) => (
            <option key={name} value={name} label={postFormTexts.tagCount(postCount)} />
          ))}
      </datalist>
    </div>
  )
}
