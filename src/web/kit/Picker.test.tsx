import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Picker } from './Picker.tsx'

const options = [
  { value: 'claude', label: 'Claude', note: 'Anthropic' },
  { value: 'chatgpt', label: 'ChatGPT', note: 'OpenAI' },
  { value: 'suno', label: 'Suno', note: 'Suno' },
]

type Form = { max: number; initial?: readonly string[]; onSubmit?: () => void; onEscape?: () => void }

const Form = ({ max, initial = [], onSubmit, onEscape }: Form) => {
  const [chosen, setChosen] = useState(initial)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && onEscape?.()}
    >
      <Picker
        label="Model"
        options={options}
        chosen={chosen}
        max={max}
        noneLabel="No model"
        placeholder="Search models"
        onChange={setChosen}
      />
      <output>{chosen.join()}</output>
      <button type="submit">Send</button>
    </form>
  )
}

const open = async (form: Form) => {
  const { screen } = await renderComponent(<Form {...form} />)
  const field = screen.getByRole('combobox', { name: 'Model' })
  return { screen, field }
}

describe('A picker', () => {
  it('filters by label and note, and chooses with Enter without submitting the form', async () => {
    const onSubmit = vi.fn()
    const { screen, field } = await open({ max: 1, onSubmit })
    await field.click()
    await expect.element(screen.getByRole('option')).toHaveLength(4)
    await userEvent.keyboard('anthr')
    await expect.element(screen.getByRole('option')).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('Claude')
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('chooses what was typed in full when the field is left', async () => {
    const { screen, field } = await open({ max: 2, initial: ['suno'] })
    await field.click()
    await userEvent.keyboard('chatgpt')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('suno,chatgpt')).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  })

  it('chooses nothing when typed text that means several options is left', async () => {
    const { field } = await open({ max: 1 })
    await field.click()
    await userEvent.keyboard('a')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field).toHaveValue('')
  })

  it('moves with the arrow keys around the ends of the list and names the active option', async () => {
    const { screen, field } = await open({ max: 1 })
    await field.click()
    const active = () => {
      const id = field.element().getAttribute('aria-activedescendant')
      return id && document.getElementById(id)?.textContent
    }
    await expect.poll(active).toBe('No model')
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(active).toBe('Suno')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Claude')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  })

  it('closes with Escape without closing what it is in, and keeps the choice', async () => {
    const onEscape = vi.fn()
    const { screen, field } = await open({ max: 1, initial: ['suno'], onEscape })
    await field.click()
    await userEvent.keyboard('cl{Escape}')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('Suno')
    expect(onEscape).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onEscape).toHaveBeenCalledOnce()
  })

  it('accepts several values up to the maximum, and removes the last with Backspace', async () => {
    const { screen, field } = await open({ max: 2 })
    await field.click()
    await screen.getByRole('option', { name: 'Claude' }).click()
    await screen.getByRole('option', { name: 'Suno' }).click()
    await expect.element(screen.getByText('claude,suno')).toBeInTheDocument()
    const third = screen.getByRole('option', { name: 'ChatGPT' })
    await expect.element(third).toHaveAttribute('aria-disabled', 'true')
    await third.click({ force: true })
    await expect.element(screen.getByText('claude,suno')).toBeInTheDocument()
    await userEvent.keyboard('{Backspace}')
    await expect.element(screen.getByText('claude', { exact: true })).toBeInTheDocument()
  })

  it('clears the choice with its first option', async () => {
    const { screen, field } = await open({ max: 1, initial: ['suno'] })
    await field.click()
    await screen.getByRole('option', { name: 'No model' }).click()
    await expect.element(field).toHaveValue('')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  })

  it('closes when the focus moves on, by keyboard or by click', async () => {
    const onSubmit = vi.fn()
    const { screen, field } = await open({ max: 1, onSubmit })
    await field.click()
    await userEvent.keyboard('{Tab}')
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    await field.click()
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('opens when one types', async () => {
    const { screen, field } = await open({ max: 1 })
    await field.click()
    await userEvent.keyboard('{Escape}sun')
    await expect.element(screen.getByRole('option')).toHaveLength(1)
    await expect.element(field).toHaveValue('sun')
  })

  it('says so if nothing matches', async () => {
    const { screen, field } = await open({ max: 1 })
    await field.click()
    await userEvent.keyboard('zzz')
    await expect.element(screen.getByText('No matches.')).toBeVisible()
  })
})

it('leaves the keys of an input method to it', async () => {
  const onSubmit = vi.fn()
  const { screen, field } = await open({ max: 1, onSubmit })
  await field.click()
  await userEvent.keyboard('anthr')
  await expect.element(screen.getByRole('option')).toHaveLength(1)
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    field
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }))
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  await expect.element(field).toHaveValue('anthr')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Claude')
})
