import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import type { LineagePost } from '../../contract-lineage.ts'
import { LineageTree } from './LineageTree.tsx'

const buildRelative = (id: number, remixOf: number | null): LineagePost => ({
  ...buildPostCard({ id }),
  remixOf,
})

const setUp = (remixes: LineagePost[]) =>
  renderComponent(
    <Suspense>
      <LineageTree id={2} />
    </Suspense>,
    {
      api: {
        'GET /api/posts/2/lineage': () => ({
          body: {
            post: buildRelative(2, 1),
            ancestors: [buildRelative(1, null)],
            origin: null,
            remixes,
            hasMore: false,
          },
        }),
      },
    },
  )

const link = (id: number) => page.getByRole('link', { name: `Post ${id}`, exact: true }).last()

describe('A lineage', () => {
  it('is walked with the arrow keys', async () => {
    await setUp([buildRelative(3, 2), buildRelative(4, 2), buildRelative(5, 3)])
    await expect.element(link(5)).toBeVisible()
    ;(link(1).element() as HTMLElement).focus()
    const steps = [
      ['ArrowDown', 2],
      ['ArrowRight', 3],
      ['ArrowDown', 5],
      ['ArrowDown', 4],
      ['ArrowDown', 4],
      ['ArrowRight', 4],
      ['ArrowUp', 5],
      ['ArrowLeft', 3],
      ['ArrowLeft', 2],
      ['End', 4],
      ['Home', 1],
      ['ArrowLeft', 1],
    ] as const
    for (const [key, id] of steps) {
      await userEvent.keyboard(`{${key}}`)
      await expect.element(link(id)).toHaveFocus()
    }
  })

  it('shows five of many remixes, and the rest on demand', async () => {
    const { screen } = await setUp(Array.from({ length: 9 }, (_, index) => buildRelative(11 + index, 2)))
    await expect.element(link(15)).toBeVisible()
    await expect.element(link(16)).not.toBeInTheDocument()
    ;(link(15).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(link(15)).toHaveFocus()
    await screen.getByText('Show 4 more remixes').click()
    await expect.element(link(19)).toBeVisible()
    ;(link(15).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(link(16)).toHaveFocus()
  })

  it('shows six remixes at once', async () => {
    await setUp(Array.from({ length: 6 }, (_, index) => buildRelative(11 + index, 2)))
    await expect.element(link(16)).toBeVisible()
  })
})
