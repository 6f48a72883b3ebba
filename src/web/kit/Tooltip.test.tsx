import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Tooltip } from './Tooltip.tsx'

const setUp = async () => {
  const { screen } = await renderComponent(
    <main>
      <Tooltip text="Only you can see it">
        <button type="button">Private</button>
      </Tooltip>
      <button type="button">Next</button>
    </main>,
  )
  return { screen, button: screen.getByRole('button', { name: 'Private' }) }
}

describe('A tooltip', () => {
  it('describes its button while the keyboard has focused it', async () => {
    const { screen, button } = await setUp()
    await expect.element(button).not.toHaveAccessibleDescription()
    await userEvent.keyboard('{Tab}')
    await expect.element(button).toHaveFocus()
    await expect.element(button).toHaveAccessibleDescription('Only you can see it')
    await expect.element(screen.getByText('Only you can see it').first()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByText('Only you can see it')).not.toBeInTheDocument()
    await expect.element(button).not.toHaveAccessibleDescription()
  })

  it('closes with Escape and leaves the focus where it is', async () => {
    const { button } = await setUp()
    await userEvent.keyboard('{Tab}')
    await expect.element(button).toHaveAccessibleDescription('Only you can see it')
    await userEvent.keyboard('{Escape}')
    await expect.element(button).not.toHaveAccessibleDescription()
    await expect.element(button).toHaveFocus()
  })

  it('opens when the pointer rests on its button, and closes when it leaves', async () => {
    const { screen, button } = await setUp()
    await button.hover()
    await expect.element(screen.getByText('Only you can see it').first()).toBeVisible()
    await screen.getByRole('button', { name: 'Next' }).hover()
    await expect.element(screen.getByText('Only you can see it')).not.toBeInTheDocument()
  })
})
