import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Dialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'
import { Picker } from './Picker.tsx'

const Page = () => {
  const [isOpen, setOpen] = useState(false)
  const [isRowThere, setRowThere] = useState(true)
  const removeRow = () => {
    setRowThere(false)
    setOpen(false)
  }
  return (
    <>
      <ul aria-label="Rows" tabIndex={-1}>
        {isRowThere && (
          <li>
            <button type="button" onClick={() => setOpen(true)}>
              Rename
            </button>
          </li>
        )}
      </ul>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Rename the row" description="Everyone sees it.">
        <Picker
          label="Name"
          options={[{ value: 'a', label: 'First' }]}
          chosen={[]}
          max={1}
          noneLabel="None"
          placeholder=""
          onChange={() => {}}
        />
        <button type="button" onClick={removeRow}>
          Remove
        </button>
      </Dialog>
    </>
  )
}

const openDialog = async () => {
  const { screen } = await renderComponent(<Page />)
  const opener = screen.getByRole('button', { name: 'Rename' })
  await opener.click()
  const dialog = screen.getByRole('dialog', { name: 'Rename the row' })
  await expect.element(dialog).toHaveFocus()
  return { screen, opener, dialog }
}

describe('A dialog', () => {
  it('has a name and a description, and hides the page from screen readers', async () => {
    const { screen, dialog } = await openDialog()
    await expect.element(dialog).toHaveAccessibleDescription('Everyone sees it.')
    await expect.element(screen.getByRole('list', { name: 'Rows' })).not.toBeInTheDocument()
  })

  it('keeps the focus inside in both directions', async () => {
    const { screen } = await openDialog()
    const close = screen.getByRole('button', { name: 'Close' })
    const remove = screen.getByRole('button', { name: 'Remove' })
    await userEvent.keyboard('{Tab}')
    await expect.element(close).toHaveFocus()
    await userEvent.keyboard('{Tab}{Tab}')
    await expect.element(remove).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(close).toHaveFocus()
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(remove).toHaveFocus()
  })

  it('closes with Escape and returns the focus to what opened it', async () => {
    const { opener, dialog } = await openDialog()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  it('closes with its Close button and with a click beside it', async () => {
    const { screen, opener, dialog } = await openDialog()
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await opener.click()
    await expect.element(dialog).toBeVisible()
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('returns the focus to the list if what opened it is gone', async () => {
    const { screen } = await openDialog()
    await screen.getByRole('button', { name: 'Remove' }).click()
    await expect.element(screen.getByRole('list', { name: 'Rows' })).toHaveFocus()
  })

  it('keeps its buttons and an error in view while its content is scrolled', async () => {
    await page.viewport(390, 700)
    const { screen } = await renderComponent(
      <Dialog open onOpenChange={() => {}} title="Long">
        <form className="flex flex-col gap-4">
          <p style={{ height: 2_000 }}>Much to read</p>
          <FormButtons busy={false} busyLabel="" error="It failed" onCancel={() => {}}>
            Save
          </FormButtons>
        </form>
      </Dialog>,
    )
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    await expect.element(screen.getByRole('alert')).toBeInViewport({ ratio: 1 })
  })

  it('stays open when Escape closes an open list in it', async () => {
    const { screen, dialog } = await openDialog()
    await screen.getByRole('combobox', { name: 'Name' }).click()
    await expect.element(screen.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
