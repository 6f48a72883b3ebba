import { signIn } from './support/members.ts'
import { expect, test, waitForAnimationFrames } from './support/test.ts'

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[]
  }
}

test('/optimize does not shift while it loads for a member without history', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.addInitScript(() => {
    window.shifts = []
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        window.shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 1_024 })
    await page.goto('/optimize')
    await expect(page.getByRole('heading', { name: 'Your optimizations' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(/^Your past optimizations appear here/)).toBeVisible()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await waitForAnimationFrames(page)
    const shifts = await page.evaluate(() => window.shifts)
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(total, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThan(0.02)
  }
})
