import { type ComponentPropsWithRef, type RefObject, useEffect, useState } from 'react'
import { limits } from '#core/limits.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { addRecentSearch } from '#web/recent-searches.ts'
import { useHydrated } from '#web/use-hydrated.ts'
import type { ComboboxInputProps } from './suggestion-groups.ts'

const SearchSuggestions = lazyWithPreload(() => import('./SearchSuggestions.tsx'))

const NOT_LOADED: ComboboxInputProps = { 'aria-expanded': false }

type Props = ComponentPropsWithRef<'input'> & {
  /** The id of the suggestion list. */
  listId: string
  ref: RefObject<HTMLInputElement | null>
}

/**
 * A search field with suggestions below its form (WAI-ARIA combobox pattern); the form must be a positioned
 * element. The suggestions' code is loaded when the field is first focused. Without JavaScript, the field is
 * a plain text field.
 */
export const SearchField = ({ listId, ref, ...props }: Props) => {
  const [isUsed, setUsed] = useState(false)
  const [wiring, setWiring] = useState(NOT_LOADED)
  const isHydrated = useHydrated()
  useEffect(() => {
    const form = ref.current?.form
    const onSubmit = () => addRecentSearch(ref.current?.value.trim() ?? '')
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [ref])
  return (
    <>
      <input
        ref={ref}
        name="q"
        type="search"
        dir="auto"
        maxLength={limits.searchQuery}
        enterKeyHint="search"
        onFocus={() => setUsed(true)}
        {...(isHydrated && {
          ...wiring,
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-controls': listId,
        })}
        autoComplete="off"
        {...props}
      />
      {isUsed && <SearchSuggestions field={ref} listId={listId} onWire={setWiring} />}
    </>
  )
}
