import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Button } from './Button.tsx'
import { Menu } from './Menu.tsx'

const setUp = async () => {
  const onEdit = vi.fn()
  const onDelete = vi.fn()
  const { screen, navigation } = await renderComponent(
    <main>
      <Menu
        items={() => [
          { label: 'Locked', disabled: true, onSelect: onDelete },
          { label: 'Edit', onSelect: onEdit },
          { label: 'Settings', href: '/settings' },
          { label: 'Dark', checked: true },
          { label: 'Light', checked: false, onSelect: onDelete },
        ]}
        trigger={(props) => <Button {...props}>Options</Button>}
      />
      <p>Elsewhere</p>
    </main>,
  )
  return { screen, navigation, onEdit, onDelete, button: screen.getByRole('button', { name: 'Options' }) }
}

describe('A menu', () => {
  it('is named by its button and says which item is chosen', async () => {
    const { screen, button } = await setUp()
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect.element(button).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByRole('menu', { name: 'Options' })).toBeVisible()
    await expect.element(screen.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
    await expect.element(screen.getByRole('menuitemradio', { name: 'Light' })).not.toBeChecked()
  })

  it('opens with ArrowDown on the first item that is enabled', async () => {
    const { screen, button, onEdit } = await setUp()
    button.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(onEdit).toHaveBeenCalledOnce()
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  it('closes with Escape and returns the focus to its button', async () => {
    const { screen, button, onEdit } = await setUp()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    expect(onEdit).not.toHaveBeenCalled()
  })

  it('closes with a second press of its button and with a click elsewhere', async () => {
    const { screen, button } = await setUp()
    await button.click()
    await expect.element(screen.getByRole('menu')).toBeVisible()
    await button.click()
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    await button.click()
    await screen.getByText('Elsewhere').click()
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  })

  it('does nothing for a disabled item', async () => {
    const { screen, button, onDelete } = await setUp()
    await button.click()
    await screen.getByRole('menuitem', { name: 'Locked' }).click({ force: true })
    await expect.element(screen.getByRole('menu')).toBeVisible()
    expect(onDelete).not.toHaveBeenCalled()
  })

  it('follows a link within the site', async () => {
    const { screen, button, navigation } = await setUp()
    await button.click()
    await screen.getByRole('menuitem', { name: 'Settings' }).click()
    await expect.poll(() => navigation.location.pathname).toBe('/settings')
  })
})
