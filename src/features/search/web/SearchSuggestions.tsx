import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '#web/kit/LiveRegion.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { clearRecentSearches, readRecentSearches, removeRecentSearch } from '#web/recent-searches.ts'
import { useSettled } from '#web/use-settled.ts'
import { suggestionsQuery } from './queries.ts'
import { SuggestionOption } from './SuggestionOption.tsx'
import { type PopupState, recentGroup, suggestedGroups } from './suggestion-groups.ts'
import { texts } from './texts.ts'

/** A pause in typing that is long enough to ask the server. */
const PAUSE_MS = 150

type Props = {
  field: RefObject<HTMLInputElement | null>
  listId: string
  onPopupChange(state: PopupState): void
}

/**
 * The lazily loaded part of `SearchField`: suggestions for what is typed, or the recent searches while the field is
 * empty. The focus stays in the field, whose `aria-activedescendant` is the active option.
 */
const SearchSuggestions = ({ field, listId, onPopupChange }: Props) => {
  const { href, search } = usePageLocation()
  const popup = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => field.current?.value ?? '')
  // The page on which the list was opened, so that another page closes it.
  const [openedOn, setOpenedOn] = useState(() => (typed.trim() === (search.q ?? '') && typed ? null : href))
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState(readRecentSearches)
  const q = typed.trim()
  const { data } = useQuery({
    ...suggestionsQuery(useSettled(q, PAUSE_MS)),
    placeholderData: keepPreviousData,
  })
  const groups = q ? suggestedGroups(data) : recentGroup(recent)
  const options = groups.flatMap((group) => group.options)
  const isOpen = openedOn === href && options.length > 0
  const current = isOpen ? options[active] : undefined
  const idOf = (key: string) => `${listId}-${key}`
  const activeId = current && idOf(current.key)

  const open = () => {
    setRecent(readRecentSearches())
    setTyped(field.current?.value ?? '')
    setOpenedOn(href)
    setActive(-1)
  }
  const close = () => {
    setOpenedOn(null)
    setActive(-1)
  }
  const remove = (text: string) => {
    removeRecentSearch(text)
    setRecent(readRecentSearches())
    announce(texts.recentRemoved(text))
  }
  const openActive = (event: KeyboardEvent, at: string) => {
    if (event.ctrlKey || event.metaKey) window.open(at, '_blank', 'noopener')
    else document.getElementById(activeId ?? '')?.click()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      else setActive(nextIndex(active, key === 'ArrowDown' ? 1 : -1, options.length))
    } else if (key === 'Escape' && isOpen) {
      // Otherwise, the browser would empty the field.
      event.preventDefault()
      close()
    } else if (key === 'Enter' && current) {
      event.preventDefault()
      openActive(event, current.href)
    } else if (key === 'Delete' && current?.kind === 'recent') {
      event.preventDefault()
      remove(current.label)
    }
  })
  const onFieldEvent = useEffectEvent(({ type }: Event) => {
    if (type === 'input' || !field.current?.value) open()
  })
  const onBlur = useEffectEvent((target: EventTarget | null) => {
    const isInside = target instanceof Node && (popup.current?.contains(target) || target === field.current)
    if (!isInside) close()
  })
  const onSubmit = useEffectEvent(close)
  useEffect(() => {
    const input = field.current
    const form = input?.form
    const onFocusOut = (event: FocusEvent) => onBlur(event.relatedTarget)
    const onKey = (event: KeyboardEvent) => onKeyDown(event)
    const onEvent = (event: Event) => onFieldEvent(event)
    const onSend = () => onSubmit()
    input?.addEventListener('keydown', onKey)
    for (const type of ['input', 'focus', 'click']) input?.addEventListener(type, onEvent)
    form?.addEventListener('focusout', onFocusOut)
    form?.addEventListener('submit', onSend)
    return () => {
      input?.removeEventListener('keydown', onKey)
      for (const type of ['input', 'focus', 'click']) input?.removeEventListener(type, onEvent)
      form?.removeEventListener('focusout', onFocusOut)
      form?.removeEventListener('submit', onSend)
    }
  }, [field])
  useEffect(() => onPopupChange({ isOpen, activeId }), [onPopupChange, isOpen, activeId])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const count = isOpen && q ? options.length : 0
  useEffect(() => {
    if (count > 0) announce(texts.suggestionCount(count))
  }, [count])

  if (!isOpen) return null
  return (
    <div
      ref={popup}
      className="enter absolute inset-x-0 top-full z-30 mt-1 rounded-lg border bg-surface p-1 shadow-float"
    >
      <div
        role="listbox"
        id={listId}
        aria-label={texts.suggestions}
        // Keeps the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        className="max-h-[min(480px,60dvh)] overflow-y-auto overscroll-contain"
      >
        {groups.map(({ label, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={label} role="group" aria-label={label}>
            <div aria-hidden className="px-2.5 pt-1.5 text-xs text-muted">
              {label}
            </div>
            {options.map((option) => (
              <SuggestionOption
                key={option.key}
                id={idOf(option.key)}
                option={option}
                isActive={option === current}
                onFollow={close}
                {...(option.kind === 'recent' ? { onRemove: () => remove(option.label) } : {})}
              />
            ))}
          </div>
        ))}
      </div>
      {!q && (
        <button
          type="button"
          onClick={() => {
            clearRecentSearches()
            setRecent([])
            field.current?.focus()
            announce(texts.recentCleared)
          }}
          className="control w-full rounded-md px-2.5 text-start text-sm text-muted hover:bg-sunken hover:text-ink"
        >
          {texts.clearRecent}
        </button>
      )}
    </div>
  )
}

/** The arrow keys also lead to the field itself, whose index is -1: after the last option and before the first. */
const nextIndex = (index: number, step: 1 | -1, length: number): number =>
  ((index + 1 + step + length + 1) % (length + 1)) - 1

export default SearchSuggestions
