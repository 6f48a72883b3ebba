import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { ModerationFigures } from './ModerationFigures.tsx'

const show = (year: number, width: number) =>
  renderComponent(
    <Suspense>
      <div style={{ width }}>
        <ModerationFigures year={year} />
      </div>
    </Suspense>,
    {
      api: {
        'GET /api/moderation-log/figures': () => ({
          body: [
            { month: `${year}-03`, figure: 'decisions by action', name: 'remove', value: 1_234 },
            { month: `${year}-03`, figure: 'decisions by action', name: 'dismiss', value: 4_321 },
          ],
        }),
      },
    },
  )

it('fits beside the sidebar and the rail of a page', async () => {
  const { screen } = await show(new Date().getUTCFullYear(), 660)
  await expect.element(screen.getByRole('cell', { name: '5,555' })).toBeVisible()
  const table = screen.getByRole('table').element().parentElement
  expect(table?.scrollWidth).toBe(table?.clientWidth)
  await expect.element(screen.getByRole('link', { name: 'Next year' })).not.toBeInTheDocument()
})

it('leads to the years before and after', async () => {
  const { screen } = await show(2024, 660)
  for (const [name, year] of [
    ['Previous year', 2023],
    ['Next year', 2025],
  ] as const)
    await expect
      .element(screen.getByRole('link', { name }))
      .toHaveAttribute('href', `/moderation-log?year=${year}`)
})
