import { createStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'theme'

const readTheme = (): Theme => {
  const current = typeof document === 'undefined' ? undefined : document.documentElement.dataset.theme
  return current === 'light' || current === 'dark' ? current : 'system'
}

/** The chosen theme; the script in the page's head has already applied it. */
export const themeStore = createStore<Theme>(readTheme())

export const setTheme = (chosen: Theme): void => {
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
  try {
    if (chosen === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, chosen)
  } catch {
    // Without storage, the choice lasts only as long as the page.
  }
  themeStore.set(chosen)
}

/** Sets the stored theme and the class for phone browsers; runs before the first paint (docs/spec/pages.md#layout). */
export const firstPaintScript = `(function(r){try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')r.dataset.theme=t}catch(e){}if(/Mobi|Android|iPhone|iPad|iPod|IEMobile|Opera Mini/i.test(navigator.userAgent))r.classList.add('mobile-agent')})(document.documentElement)`
