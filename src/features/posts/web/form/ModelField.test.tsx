import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderComponent } from '#tests/components/render-component.tsx'
import { ModelField } from './ModelField.tsx'

const Form = ({ max, initial = [] }: { max: number; initial?: string[] }) => {
  const [chosen, setChosen] = useState(initial)
  return (
    <>
      <ModelField type="Text" chosen={chosen} max={max} onChange={setChosen} />
      <output>chosen: {chosen.join()}</output>
    </>
  )
}

describe('The model field', () => {
  it('offers the models of the type, found by company too, and counts them', async () => {
    const { screen } = await renderComponent(<Form max={5} />)
    await screen.getByRole('combobox', { name: 'AI Model' }).click()
    await expect.element(screen.getByRole('option', { name: 'Claude', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('option', { name: 'Claude Code' })).not.toBeInTheDocument()
    await userEvent.keyboard('openai{Enter}')
    await expect.element(screen.getByText('chosen: chatgpt')).toBeInTheDocument()
    await expect.element(screen.getByText('Selected: 1/5 models')).toBeVisible()
  })

  it('removes a model with its button, and moves the focus to the next one or the field', async () => {
    const { screen } = await renderComponent(<Form max={5} initial={['chatgpt', 'claude']} />)
    const remove = (name: string) => screen.getByRole('button', { name: `Remove ${name}` })
    await remove('ChatGPT').click()
    await expect.element(screen.getByText('chosen: claude')).toBeInTheDocument()
    await expect.element(remove('Claude')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('chosen:')).toHaveTextContent('chosen:')
    await expect.element(screen.getByRole('combobox')).toHaveFocus()
  })

  it('says that a choice replaces the current ones if only one is allowed', async () => {
    const { screen } = await renderComponent(<Form max={1} initial={['chatgpt', 'claude']} />)
    const field = screen.getByRole('combobox')
    await expect.element(field).toHaveValue('ChatGPT, Claude')
    await expect
      .element(field)
      .toHaveAccessibleDescription('Optional · Choosing a model here replaces the current ones.')
    await field.click()
    await screen.getByRole('option', { name: 'Gemini' }).click()
    await expect.element(screen.getByText('chosen: gemini')).toBeInTheDocument()
  })
})
