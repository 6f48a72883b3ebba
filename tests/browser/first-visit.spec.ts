import { expect, test } from './support/test.ts'

declare global {
  interface Window {
    paint: { lcp: number; shift: number }
  }
}

/** Chromium calls this network profile "Slow 4G". */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const MAX_LCP_MS = 2_000
const MAX_SHIFT = 0.02
const MAX_FONT_BYTES = 40_000

/** Returns whether the first heading is as wide as it is in the site's typeface, and not in the fallback. */
const isSetInTypeface = (): boolean => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('h1') ?? document.body)
  const style = getComputedStyle(document.querySelector('h1') ?? document.body)
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return false
  context.font = `${style.fontWeight} ${style.fontSize} "Source Sans"`
  context.letterSpacing = style.letterSpacing
  context.wordSpacing = style.wordSpacing
  context.textRendering = 'geometricPrecision'
  return Math.abs(range.getBoundingClientRect().width - context.measureText(range.toString()).width) < 1
}

for (const [name, width, height] of [
  ['phone', 390, 844],
  ['wide screen', 1440, 900],
] as const) {
  test.describe(`on a ${name} with a slow connection and processor`, () => {
    test.use({ viewport: { width, height } })

    test('a first visit paints soon, shifts nothing and loads one typeface', { tag: '@full' }, async ({
      page,
    }) => {
      // A server that has just started takes longer to render its first page.
      await page.request.get('/')
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW_4G)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(() => {
        window.paint = { lcp: 0, shift: 0 }
        const observe = (type: string, add: (entry: PerformanceEntry & { value?: number }) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
        observe('largest-contentful-paint', ({ startTime }) => {
          window.paint.lcp = startTime
        })
        observe('layout-shift', ({ value = 0 }) => {
          window.paint.shift += value
        })
      })
      // Other work on the machine may slow down a page, so the fastest of up to three visits counts.
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      let fastest = Number.POSITIVE_INFINITY
      for (let visit = 0; visit < 3 && fastest >= MAX_LCP_MS; visit += 1) {
        await page.goto('/', { waitUntil: 'networkidle' })
        await expect.poll(() => page.evaluate(() => window.paint.lcp)).toBeGreaterThan(0)
        const { lcp, shift } = await page.evaluate(() => window.paint)
        expect(shift).toBeLessThan(MAX_SHIFT)
        fastest = Math.min(fastest, lcp)
      }
      expect(fastest).toBeLessThan(MAX_LCP_MS)
      expect(await page.evaluate(isSetInTypeface)).toBe(true)
      const fonts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.woff2'))
          .map(({ transferSize }) => transferSize),
      )
      expect(fonts).toHaveLength(1)
      expect(fonts[0]).toBeGreaterThan(1_000)
      expect(fonts[0]).toBeLessThan(MAX_FONT_BYTES)
    })
  })
}

test('the typeface moves nothing on lists and searches when it arrives', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    window.paint = { lcp: 0, shift: 0 }
    type Shift = PerformanceEntry & { value: number }
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as Shift[]) window.paint.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The page is painted in the fallback first.
  await page.route('**/*.woff2', async (route) => {
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))))
    await route.continue()
  })
  for (const path of ['/', '/popular', '/new', '/?q=poster']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect.poll(() => page.evaluate(isSetInTypeface)).toBe(true)
    expect.soft(await page.evaluate(() => window.paint.shift), path).toBeLessThan(MAX_SHIFT)
  }
})
