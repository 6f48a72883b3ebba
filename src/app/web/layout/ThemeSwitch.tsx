import SystemIcon from 'lucide-react/icons/monitor'
import DarkIcon from 'lucide-react/icons/moon'
import LightIcon from 'lucide-react/icons/sun'
import { texts } from '#app/web/layout/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { useStore } from '#web/store.ts'
import { chooseTheme, theme, themes } from '#web/theme.ts'

const ICONS = { system: SystemIcon, light: LightIcon, dark: DarkIcon }

/** System, light or dark; stored in this browser. */
export const ThemeSwitch = () => {
  const chosen = useStore(theme, 'system')
  const Icon = ICONS[chosen]
  return (
    <Menu
      items={themes.map((name) => ({
        label: texts.themes[name],
        icon: ICONS[name],
        checked: name === chosen,
        onSelect: () => chooseTheme(name),
      }))}
      trigger={(props) => (
        <IconButton {...props} name={texts.theme}>
          <Icon size={18} />
        </IconButton>
      )}
    />
  )
}
