import { limits } from '#core/limits.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'

/** Searches within the list of the page at `path`; the query is in the URL. Works as a plain form without JavaScript. */
export const ListSearch = ({ path, label, q }: { path: string; label: string; q: string }) => {
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
