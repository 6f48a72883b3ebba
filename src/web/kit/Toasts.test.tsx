import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { showToast } from './toast.ts'

const setUp = async () => {
  const { screen } = await renderComponent(<button type="button">Page</button>)
  return { screen, toasts: screen.getByRole('region', { name: 'Notifications (F8)' }) }
}

/** Returns the messages that a screen reader announces at this politeness level. */
const announced = (politeness: string) =>
  [...document.querySelectorAll(`[role="status"][aria-live="${politeness}"]`)].map((node) => node.textContent)

describe('Toasts', () => {
  it('show one message at a time', async () => {
    const { toasts } = await setUp()
    showToast({ title: 'Link copied', description: 'It is private' })
    await expect.element(toasts.getByText('Link copied')).toBeVisible()
    await expect.element(toasts.getByText('It is private')).toBeVisible()
    showToast({ title: 'Post deleted' })
    await expect.element(toasts.getByText('Post deleted')).toBeVisible()
    await expect.element(toasts.getByText('Link copied')).not.toBeInTheDocument()
  })

  it('interrupt a screen reader only for an error', async () => {
    await setUp()
    showToast({ title: 'Comment deleted' })
    await expect.poll(() => announced('polite').join()).toContain('Comment deleted')
    expect(announced('assertive').join()).not.toContain('Comment deleted')
    showToast({ title: 'Failed to delete', tone: 'danger' })
    await expect.poll(() => announced('assertive').join()).toContain('Failed to delete')
  })

  it('close with their button', async () => {
    const { toasts } = await setUp()
    showToast({ title: 'Link copied' })
    await toasts.getByRole('button', { name: 'Close' }).click()
    await expect.element(toasts.getByText('Link copied')).not.toBeInTheDocument()
  })

  it('are reached with F8, run their action and close', async () => {
    const { toasts } = await setUp()
    const run = vi.fn()
    showToast({ title: 'Post created', action: { label: 'Open', run } })
    await expect.element(toasts.getByRole('button', { name: 'Open' })).toBeVisible()
    await userEvent.keyboard('{F8}')
    await expect.poll(() => toasts.element().contains(document.activeElement)).toBe(true)
    await toasts.getByRole('button', { name: 'Open' }).click()
    expect(run).toHaveBeenCalledOnce()
    await expect.element(toasts.getByText('Post created')).not.toBeInTheDocument()
  })

  it.each(['in the middle', 'at the end'])(
    'cover nothing that was pressed %s of a list on a phone',
    async (where) => {
      await page.viewport(390, 844)
      const { screen } = await renderComponent(
        <div className="page-wide">
          <main>
            {Array.from({ length: 30 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
              <p key={index} className="h-14">
                <button
                  type="button"
                  onClick={() => showToast({ title: 'Saved', description: 'In this browser' })}
                >
                  {`Save ${index + 1}`}
                </button>
              </p>
            ))}
          </main>
        </div>,
      )
      const button = screen.getByRole('button', { name: where === 'at the end' ? 'Save 30' : 'Save 15' })
      button.element().scrollIntoView({ block: 'end' })
      await button.click()
      await expect.element(screen.getByText('In this browser')).toBeVisible()
      const isCovered = () => {
        const { left, top, bottom } = button.element().getBoundingClientRect()
        return [top + 1, bottom - 1].some(
          (y) => !button.element().contains(document.elementFromPoint(left + 4, y)),
        )
      }
      // The toast stays for longer than that.
      await expect.poll(isCovered, { timeout: 4_000 }).toBe(false)
    },
  )

  it('fit a phone whose reader has set the text to twice its size', async () => {
    await page.viewport(320, 700)
    const { style } = document.documentElement
    style.fontSize = '32px'
    onTestFinished(() => void style.removeProperty('font-size'))
    const { toasts } = await setUp()
    showToast({ title: 'Post created', action: { label: 'Open', run: () => {} } })
    await expect.element(toasts.getByRole('button', { name: 'Open' })).toBeVisible()
    const [text, close] = [toasts.getByText('Post created'), toasts.getByRole('button', { name: 'Close' })]
    expect(text.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      close.element().getBoundingClientRect().left,
    )
  })
})
