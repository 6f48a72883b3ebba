import type { Random } from './random.ts'

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

export const formatHslColor = (hue: number, saturation: number, light: number): string =>
  `hsl(${Math.round(hue) % 360},${Math.round(saturation)}%,${Math.round(light)}%)`

export const drawGradientBackground = (top: string, bottom: string): string =>
  `<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect width="1200" height="900" fill="url(#ground)"/>`

/** Draws a filled band from a wavy upper edge down to the bottom. */
export const drawWave = (random: Random, y: number, height: number, fill: string): string => {
  const points = range(6).map((index) => {
    const controlY = y + random.between(-height, height)
    return `S${index * 240 + 120 - 80} ${controlY} ${index * 240 + 120} ${y + random.between(-height, height) * 0.5}`
  })
  return `<path d="M-60 ${y}${points.join('')}L1300 900H-60z" fill="${fill}"/>`
}
