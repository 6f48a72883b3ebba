import { describe, expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { CompactNumber } from './CompactNumber.tsx'
import { RelativeTime } from './RelativeTime.tsx'

describe('A relative time', () => {
  it('shows the distance from now, and the exact time on hover and for machines', async () => {
    const date = new Date(Date.now() - 3 * 3_600_000)
    const { screen } = await renderComponent(<RelativeTime date={date} />)
    const time = screen.getByText('3 hours ago')
    await expect.element(time).toHaveAttribute('datetime', date.toISOString())
    const year = String(date.getFullYear())
    await expect.element(time).toHaveAttribute('title', expect.stringContaining(year))
  })
})

describe('A compact number', () => {
  it('gives the exact number on hover once it is rounded', async () => {
    const { screen } = await renderComponent(
      <>
        <CompactNumber value={12_345} />
        <CompactNumber value={-1_000} />
        <CompactNumber value={999} />
      </>,
    )
    await expect.element(screen.getByText('12.3k')).toHaveAttribute('title', '12,345')
    await expect.element(screen.getByText('-1k')).toHaveAttribute('title', '-1,000')
    await expect.element(screen.getByText('999')).not.toHaveAttribute('title')
  })
})
