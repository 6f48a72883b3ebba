import { texts } from '#app/web/layout/texts.ts'
import { useStore } from '#web/store.ts'
import { chooseTheme, theme, themes } from '#web/theme.ts'

/** The header's theme switch, with labels. */
export const ThemeChoice = () => {
  const chosen = useStore(theme, 'system')
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{texts.theme}</legend>
      {themes.map((name) => (
        <label
          key={name}
          className="control flex cursor-pointer items-center gap-2 rounded-lg border px-3.5 text-sm has-checked:border-accent has-checked:bg-sunken"
        >
          <input
            type="radio"
            name="theme"
            checked={name === chosen}
            onChange={() => chooseTheme(name)}
            className="accent-accent"
          />
          {texts.themes[name]}
        </label>
      ))}
    </fieldset>
  )
}
