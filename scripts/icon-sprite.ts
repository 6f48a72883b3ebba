import { hash } from 'node:crypto'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { iconNames } from '../src/core/icon-names.ts'

/** Creates one SVG file with a symbol per icon. The symbols have neither size nor color; the style sheet sets both. */
export const createIconSprite = async (names: readonly string[] = iconNames): Promise<string> => {
  const symbols = await Promise.all(
    names.map(async (name) => {
      const { default: icon } = (await import(`lucide-react/icons/${name}`)) as { default: FunctionComponent }
      const shape = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
      return `<symbol id="${name}" viewBox="0 0 24 24">${shape}</symbol>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}

const MODULE = 'virtual:icon-sprite'
/** The URL of the sprite during development, where the server passes paths that begin with `/@` to Vite. */
const DEVELOPMENT_URL = '/@icons.svg'

/**
 * Provides the sprite's URL as a module, to both the server's and the browser's build. The file name contains
 * a hash of the content, so both builds derive the same URL and browsers can cache the file permanently.
 */
export const iconSpritePlugin = (): Plugin => {
  const sprite = createIconSprite()
  let isBuild = false
  return {
    name: 'icon-sprite',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return
      if (!isBuild) return `export default ${JSON.stringify(DEVELOPMENT_URL)}`
      const source = await sprite
      const fileName = `assets/icons-${hash('sha256', source).slice(0, 8)}.svg`
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(DEVELOPMENT_URL, async (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(await sprite)
      })
    },
  }
}
