import { useEffect, useId, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { SearchField } from '#features/search/web/SearchField.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { useNavigation, usePageLocation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'
import { layoutTexts } from './texts.ts'

/**
 * The id of the search field in the home page's hero, which replaces the one in the header until the page is scrolled.
 */
export const HERO_SEARCH_ID = 'hero-search'

/**
 * The site's search form. Opens `/?q=…`, or `/` if the field is empty (docs/spec/pages.md#header). Works without
 * JavaScript as a plain form.
 */
export const SearchForm = ({ className }: { className?: string | undefined }) => {
  const navigation = useNavigation()
  const { href, pathname, search } = usePageLocation()
  // On other pages, `q` belongs to the page's own search, such as the one of the bookmarks.
  const q = (pathname === paths.home && search.q) || ''
  const followed = useRef(href)
  const pushed = useRef('')
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [keys] = useState(() => [
    {
      key: '/',
      label: layoutTexts.focusSearch,
      run: () => {
        const hero = document.getElementById(HERO_SEARCH_ID)
        const isHidden = input.current && getComputedStyle(input.current).visibility === 'hidden'
        const field = isHidden && hero instanceof HTMLInputElement ? hero : input.current
        field?.focus()
        field?.select()
      },
    },
  ])
  useShortcuts(keys)
  // The field follows the URL, except after navigations that this form started: when the page arrives, the user may
  // already be typing the next query.
  useEffect(() => {
    if (followed.current === href) return
    followed.current = href
    if (input.current && pushed.current !== href) input.current.value = q
    pushed.current = ''
  }, [href, q])
  return (
    // On phones, the field covers the header while the user types, because there would be room for only one
    // word between the header's buttons.
    <search className={classNames('header-search', className)}>
      <form
        action={paths.home}
        onSubmit={(event) => {
          event.preventDefault()
          pushed.current = paths.search(input.current?.value.trim() ?? '')
          void navigation.push(pushed.current)
        }}
        className="search-box"
      >
        <Icon name="search" size={16} className="pointer-events-none absolute left-3 text-muted" />
        <SearchField
          ref={input}
          listId={listId}
          aria-label={layoutTexts.search}
          placeholder={layoutTexts.searchPlaceholder}
          defaultValue={q}
          className="search-input"
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
