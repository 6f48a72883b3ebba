import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { TagsField } from './TagsField.tsx'

const Form = () => {
  const [tags, setTags] = useState<string[]>([])
  return (
    <>
      <TagsField chosen={tags} error={undefined} onChange={setTags} />
      <output aria-label="Chosen">{tags.join(' ')}</output>
    </>
  )
}

const open = async () => {
  const { screen } = await renderComponent(<Form />, {
    user: buildMember(),
    api: { 'GET /api/tags': () => ({ body: [] }) },
  })
  const field = screen.getByRole('combobox', { name: 'Tags' })
  await field.click()
  return { field, output: screen.getByRole('status', { name: 'Chosen' }) }
}

describe('The field for tags', () => {
  it.each([
    { isComposing: true, keyCode: 13 },
    { isComposing: false, keyCode: 229 },
  ])('makes no tag of the Enter that confirms an input method (%o)', async (key) => {
    const { field, output } = await open()
    await field.fill('にほん')
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...key })
    field.element().dispatchEvent(event)
    await expect.element(field).toHaveValue('にほん')
    await field.fill('日本')
    await userEvent.keyboard('{Enter}')
    await expect.element(output).toHaveTextContent('日本')
  })

  it('adds several tags that separators of any script divide, and keeps signs', async () => {
    const { field, output } = await open()
    await field.fill('C++、C#，.NET;R&D')
    await expect.element(output).toHaveTextContent('c++ c# .net r&d')
    await field.fill('node.js，')
    await expect.element(output).toHaveTextContent('c++ c# .net r&d node.js')
  })
})
