import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { KitPage } from '#tests/components/KitPage.tsx'
import { renderComponent } from '#tests/components/render-component.tsx'

/** Parts of the components on the page, and what shows nothing by itself. */
const PARTS = [
  'BoxBoundary',
  'DialogParts',
  'Field',
  'Icon',
  'LiveRegion',
  'MarkdownParts',
  'MenuParts',
  'SiteLink',
  'ToastParts',
  'TooltipParts',
]

const components = Object.keys(import.meta.glob(['./*.tsx', '!./*.test.tsx'])).map((file) =>
  file.replace(/^\.\/|\.tsx$/g, ''),
)

it('the page of the kit shows every component', async () => {
  const { screen } = await renderComponent(<KitPage />)
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  const shown = screen
    .getByRole('region')
    .elements()
    .flatMap((section) => section.getAttribute('aria-label')?.split(', ') ?? [])
  expect(components.filter((name) => !PARTS.includes(name)).toSorted()).toEqual(shown.toSorted())
})

it.each([320, 1280])('the page of the kit fits into %i pixels', async (width) => {
  await page.viewport(width, 800)
  await renderComponent(<KitPage />)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
