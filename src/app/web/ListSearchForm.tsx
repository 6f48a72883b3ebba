import { limits } from '#core/limits.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'

/** The search form for the list on the page at `path`. The query is in the URL. Works without JavaScript as a plain form. */
export const ListSearchForm = ({ path, label, q }: { path: string; label: string; q: string }) => {
  const navigation = useNavigation()
  return (
    <search className="mb-2 block">
      <form
        // Remounts the field when the URL changes.
        key={q}
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          const words = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          void navigation.push(words ? `${path}?${new URLSearchParams({ q: words })}` : path)
        }}
        className="search-box"
      >
        <Icon name="search" size={16} className="pointer-events-none absolute left-3 text-muted" />
        <input
          type="search"
          dir="auto"
          name="q"
          aria-label={label}
          placeholder={label}
          defaultValue={q}
          maxLength={limits.searchQuery}
          enterKeyHint="search"
          autoComplete="off"
          className="control w-full rounded-lg bg-transparent pr-3 pl-9 text-base outline-none wide:text-sm"
        />
      </form>
    </search>
  )
}
