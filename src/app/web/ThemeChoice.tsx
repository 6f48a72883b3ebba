import { useStore } from '#web/store.ts'
import { setTheme, themeStore, themes } from '#web/theme.ts'
import { layoutTexts } from './layout/texts.ts'

/** The theme switch on the settings page, which has labels, unlike the one in the header. */
export const ThemeChoice = () => {
  const chosen = useStore(themeStore, 'system')
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{layoutTexts.theme}</legend>
      {themes.map((name) => (
        <label
          key={name}
          className="control flex cursor-pointer items-center gap-2 rounded-lg border px-3.5 text-sm has-checked:border-accent has-checked:bg-sunken"
        >
          <input type="radio" name="theme" checked={name === chosen} onChange={() => setTheme(name)} />
          {layoutTexts.themes[name]}
        </label>
      ))}
    </fieldset>
  )
}
