import SearchIcon from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { classes } from '#web/kit/classes.ts'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'

/** Goes to `/?q=…`, or to `/` when empty (section 2); a plain form where there is no JavaScript. */
export const SearchForm = ({ className }: { className?: string }) => {
  const navigation = useNavigation()
  const { href, search } = usePageLocation()
  const q = search.q ?? ''
  const followed = useRef(href)
  const pushed = useRef('')
  const input = useRef<HTMLInputElement>(null)
  const [keys] = useState(() => [
    {
      key: '/',
      label: texts.focusSearch,
      run: () => {
        input.current?.focus()
        input.current?.select()
      },
    },
  ])
  useShortcuts(keys)
  // The field follows the address, but is not touched while nobody goes anywhere, nor for what it has asked for itself:
  // when that has come, somebody may be typing the next words.
  useEffect(() => {
    if (followed.current === href) return
    followed.current = href
    if (input.current && pushed.current !== href) input.current.value = q
    pushed.current = ''
  }, [href, q])
  return (
    // On a phone it takes the whole header while somebody types: what is left between the buttons holds one word.
    <search
      className={classes(
        'min-w-0 max-sm:focus-within:absolute max-sm:focus-within:inset-x-3 max-sm:focus-within:z-10',
        className,
      )}
    >
      <form
        action={paths.home}
        onSubmit={(event) => {
          event.preventDefault()
          pushed.current = paths.search(input.current?.value.trim() ?? '')
          void navigation.push(pushed.current)
        }}
        className="control relative flex items-center rounded-lg border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-ring"
      >
        <SearchIcon size={16} className="pointer-events-none absolute left-3 text-muted" />
        <input
          ref={input}
          type="search"
          dir="auto"
          name="q"
          aria-label={texts.search}
          placeholder={texts.searchPlaceholder}
          defaultValue={q}
          maxLength={300}
          enterKeyHint="search"
          autoComplete="off"
          className="control w-full rounded-lg bg-transparent pr-9 pl-9 text-base text-ellipsis outline-none wide:text-sm"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute right-2.5 rounded-sm border px-1.5 font-mono text-xs text-muted narrow:hidden"
        >
          /
        </kbd>
      </form>
    </search>
  )
}
