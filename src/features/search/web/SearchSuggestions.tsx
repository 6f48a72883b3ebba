import { Combobox, ComboboxGroup, ComboboxList, ComboboxProvider } from '@ariakit/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from '#web/is-composing.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import { clearRecentSearches, readRecentSearches, removeRecentSearch } from '#web/recent-searches.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { suggestionsQuery } from './queries.ts'
import { SuggestionOption } from './SuggestionOption.tsx'
import {
  buildRecentSearchGroup,
  buildSuggestionGroups,
  type ComboboxInputProps,
} from './suggestion-groups.ts'
import { searchTexts } from './texts.ts'

/** How long to wait after the last keystroke before requesting suggestions. */
const PAUSE_MS = 150

type Props = {
  field: RefObject<HTMLInputElement | null>
  listId: string
  onWire(wiring: ComboboxInputProps): void
}

/**
 * The lazily loaded part of `SearchField`, an Ariakit combobox. Shows suggestions for the typed text, or recent
 * searches while the field is empty.
 */
const SearchSuggestions = ({ field, listId, onWire }: Props) => {
  const { href, search } = usePageLocation()
  const popup = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => field.current?.value ?? '')
  // The URL of the page on which the list was opened, so navigating to another page closes it.
  const [openedOn, setOpenedOn] = useState(() => (typed.trim() === (search.q ?? '') && typed ? null : href))
  const [recent, setRecent] = useState(readRecentSearches)
  const q = typed.trim()
  const { data } = useQuery({
    ...suggestionsQuery(useDebounced(q, PAUSE_MS)),
    placeholderData: keepPreviousData,
  })
  const groups = q ? buildSuggestionGroups(data) : buildRecentSearchGroup(recent)
  const optionCount = groups.reduce((sum, { options }) => sum + options.length, 0)
  const isOpen = openedOn === href && optionCount > 0

  const open = () => {
    setRecent(readRecentSearches())
    setTyped(field.current?.value ?? '')
    setOpenedOn(href)
  }
  const close = () => setOpenedOn(null)
  const remove = (text: string) => {
    removeRecentSearch(text)
    setRecent(readRecentSearches())
    announce(searchTexts.recentRemoved(text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      // Prevents the browser from clearing the field.
      if (isOpen) event.preventDefault()
      // Suggestions that arrive later do not open the list either.
      close()
    }
    // If an option is active, it has already handled Enter. Otherwise, Ariakit would prevent Enter from submitting the
    // form.
    if (event.key === 'Enter' && isOpen && !event.defaultPrevented) {
      event.preventDefault()
      field.current?.form?.requestSubmit()
    }
  }
  const onFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    const isInside =
      relatedTarget instanceof Node &&
      (popup.current?.contains(relatedTarget) || relatedTarget === field.current)
    if (!isInside) close()
  })
  const onSubmit = useEffectEvent(close)
  useEffect(() => {
    const form = field.current?.form
    const onOut = (event: FocusEvent) => onFocusOut(event)
    const onSend = () => onSubmit()
    form?.addEventListener('focusout', onOut)
    form?.addEventListener('submit', onSend)
    return () => {
      form?.removeEventListener('focusout', onOut)
      form?.removeEventListener('submit', onSend)
    }
  }, [field])
  const count = isOpen && q ? optionCount : 0
  useEffect(() => {
    if (count > 0) announce(searchTexts.suggestionCount(count))
  }, [count])

  return (
    <ComboboxProvider
      open={isOpen}
      setOpen={(willOpen) => (willOpen ? open() : close())}
      value={typed}
      setValue={setTyped}
      resetValueOnHide={false}
    >
      <Combobox
        onFocus={({ currentTarget }) => !currentTarget.value && open()}
        showOnClick={({ currentTarget }) => currentTarget instanceof HTMLInputElement && !currentTarget.value}
        showOnChange
        onKeyDown={onKeyDown}
        render={(props) => <Wire field={field} props={props} onWire={onWire} />}
      />
      {isOpen && (
        <div
          ref={popup}
          className="enter absolute inset-x-0 top-full z-30 mt-1 rounded-lg border bg-surface p-1 shadow-float"
        >
          <ComboboxList
            id={listId}
            aria-label={searchTexts.suggestions}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            className="max-h-[min(480px,60dvh)] overflow-y-auto overscroll-contain"
          >
            {groups.map(({ label, options }) => (
              <ComboboxGroup key={label} aria-label={label}>
                <div aria-hidden className="px-2.5 pt-1.5 text-xs text-muted">
                  {label}
                </div>
                {options.map((option) => (
                  <SuggestionOption
                    key={option.key}
                    id={`${listId}-${option.key}`}
                    option={option}
                    onFollow={close}
                    {...(option.kind === 'recent' ? { onRemove: () => remove(option.label) } : {})}
                  />
                ))}
              </ComboboxGroup>
            ))}
          </ComboboxList>
          {!q && (
            <button
              type="button"
              onClick={() => {
                clearRecentSearches()
                setRecent([])
                field.current?.focus()
                announce(searchTexts.recentCleared)
              }}
              className="control w-full rounded-md px-2.5 text-start text-sm text-muted hover:bg-sunken hover:text-ink"
            >
              {searchTexts.clearRecent}
            </button>
          )}
        </div>
      )}
    </ComboboxProvider>
  )
}

type WireProps = { field: Props['field']; props: ComponentPropsWithRef<'input'>; onWire: Props['onWire'] }

/**
 * Applies the attributes and handlers of Ariakit's input to the existing field. Replacing the field would lose its
 * caret, its undo history and any text being composed with an input method.
 */
const Wire = ({ field, props, onWire }: WireProps) => {
  const { ref, value: _, defaultValue: __, onKeyDown, ...wiring } = props
  // Ariakit itself does not recognize the Enter with which Safari ends a composition.
  const onOwnKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isComposing(event)) onKeyDown?.(event)
  }
  useLayoutEffect(() => onWire({ ...wiring, onKeyDown: onOwnKeyDown }))
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const cleanUp = ref(field.current)
    return () => void (typeof cleanUp === 'function' ? cleanUp() : ref(null))
  }, [ref, field])
  return null
}

// Memoized because each change of the props that this component passes to the field renders the field, which
// would render this component again.
export default memo(SearchSuggestions)
