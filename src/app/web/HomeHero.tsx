import { postTypes } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { Button } from '#web/kit/Button.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { feedTexts as texts } from './feed-texts.ts'

/**
 * The hero that visitors see, with a type filter and a search field (docs/spec/pages.md#home). Works as a
 * plain form without JavaScript.
 */
export const HomeHero = () => {
  const navigation = useNavigation()
  return (
    <div className="pt-2 pb-5 narrow:pt-1">
      <h1 className="text-xl font-semibold tracking-tight">{texts.heroTitle}</h1>
      <p className="mt-1 max-w-[56ch] text-muted">{texts.heroText}</p>
      <search>
        <form
          action={paths.home}
          onSubmit={(event) => {
            event.preventDefault()
            void navigation.push(hrefOf(new FormData(event.currentTarget)))
          }}
          className="mt-4 flex flex-wrap gap-2"
        >
          <select
            name="types"
            aria-label={texts.heroType}
            className="control rounded-lg border border-line-strong bg-surface px-2.5 text-base wide:text-sm narrow:w-full"
          >
            <option value="">{texts.heroAnyType}</option>
            {postTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <input
            name="q"
            type="search"
            dir="auto"
            maxLength={300}
            aria-label={texts.heroSearch}
            placeholder={texts.heroPlaceholder}
            className="control min-w-40 grow rounded-lg border border-line-strong bg-surface px-3 text-base wide:text-sm"
          />
          <Button type="submit">{texts.heroSubmit}</Button>
        </form>
      </search>
    </div>
  )
}

const hrefOf = (form: FormData): string => {
  const search = new URLSearchParams()
  for (const name of ['q', 'types']) {
    const value = String(form.get(name) ?? '').trim()
    if (value) search.set(name, value)
  }
  return search.size ? `${paths.home}?${search}` : paths.home
}
