import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { MentionTextArea } from './MentionTextArea.tsx'

const people = [
  { id: 2, username: 'Grace', avatar: null },
  { id: 3, username: 'Graham', avatar: null },
  { id: 4, username: 'Linus', avatar: null },
]

const Form = ({ onKey }: { onKey: (key: string) => void }) => {
  const [text, setText] = useState('')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a form that listens to keys
    <div onKeyDown={({ key }) => onKey(key)}>
      <MentionTextArea
        label="Comment"
        postId={7}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="button">Next</button>
    </div>
  )
}

const setUp = async ({
  user = buildMember(),
  api = {},
}: {
  user?: ReturnType<typeof buildMember> | null
  api?: FakeApi
} = {}) => {
  const keys: string[] = []
  const all = await renderComponent(<Form onKey={(key) => keys.push(key)} />, {
    user,
    api: { 'GET /api/mentions': () => ({ body: people }), ...api },
  })
  const field = all.screen.getByRole('textbox', { name: 'Comment' })
  await field.click()
  const option = (name: string) => all.screen.getByRole('option', { name })
  const active = () =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent
  return {
    ...all,
    field,
    keys,
    option,
    active,
    list: all.screen.getByRole('listbox', { name: 'Members to mention' }),
  }
}

describe('A field for mentions', () => {
  it('suggests those who take part after an @, and narrows them while one types', async () => {
    const { field, list, option, requests, screen } = await setUp()
    await userEvent.keyboard('Hi @')
    await expect.element(list).toBeVisible()
    expect(screen.getByRole('option').elements()).toHaveLength(3)
    await expect
      .element(screen.getByText('3 members to mention, use the arrow keys to choose'))
      .toBeInTheDocument()
    // Fills the field with a single event, here and below, because a busy machine may pause between two keystrokes.
    await userEvent.fill(field, 'Hi @gra')
    await expect.element(option('Linus')).not.toBeInTheDocument()
    await expect
      .poll(() => requests.map(({ url }) => url))
      .toEqual(['/api/mentions?postId=7', '/api/mentions?prefix=gra&postId=7'])
    await userEvent.keyboard('x')
    await expect.element(list).not.toBeInTheDocument()
  })

  it.each(['Enter', 'Tab'])('moves with the arrow keys and puts in the name with %s', async (key) => {
    const { field, list, option, active, keys } = await setUp()
    await userEvent.fill(field, 'Hi @gr')
    await expect.element(list).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-controls', list.element().id)
    expect(active()).toContain('Grace')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option('Graham')).toHaveAttribute('aria-selected', 'true')
    expect(active()).toContain('Graham')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option('Grace')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(option('Graham')).toHaveAttribute('aria-selected', 'true')
    keys.length = 0
    await userEvent.keyboard(`{${key}}`)
    await expect.element(field).toHaveValue('Hi @Graham ')
    await expect.element(field).toHaveFocus()
    await expect.element(list).not.toBeInTheDocument()
    expect(
      field
        .element()
        .getAttributeNames()
        .filter((name) => name.startsWith('aria-')),
    ).toEqual([])
    expect(keys).toEqual([])
    await userEvent.keyboard('and')
    await expect.element(field).toHaveValue('Hi @Graham and')
  })

  it('puts in the name that is clicked, before what follows, and undoes it', async () => {
    const { field, option } = await setUp()
    await userEvent.keyboard(' hello{Home}@li')
    await option('Linus').click()
    await expect.element(field).toHaveValue('@Linus hello')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(field).toHaveValue('@li hello')
  })

  it('closes with Escape, which the form does not notice, until another mention begins', async () => {
    const { list, keys } = await setUp()
    await userEvent.keyboard('@gr')
    await expect.element(list).toBeVisible()
    keys.length = 0
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    expect(keys).toEqual([])
    await userEvent.keyboard('a{Escape}')
    expect(keys).toEqual(['a', 'Escape'])
    await userEvent.keyboard(' @gr')
    await expect.element(list).toBeVisible()
  })

  it('stays closed if Escape is pressed before the suggestions arrive, which the form notices', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { field, list, keys, requests, queryClient } = await setUp({
      api: { 'GET /api/mentions': () => response.promise },
    })
    await userEvent.fill(field, '@gr')
    await expect.poll(() => requests.length).toBe(1)
    await userEvent.keyboard('{Escape}')
    expect(keys.at(-1)).toBe('Escape')
    response.resolve({ body: people })
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard(' @gr')
    await expect.element(list).toBeVisible()
  })

  it('leaves Ctrl+Enter to the form, and closes when the cursor or the focus moves away', async () => {
    const { list, keys, screen } = await setUp()
    await userEvent.keyboard('@gr')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(keys).toContain('Enter')
    await userEvent.keyboard('{Home}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{End} @gr')
    await expect.element(list).toBeVisible()
    ;(screen.getByRole('button', { name: 'Next' }).element() as HTMLElement).focus()
    await expect.element(list).not.toBeInTheDocument()
  })

  it('stays a plain field for visitors, without an @, and if the request fails', async () => {
    const visitor = await setUp({ user: null })
    await userEvent.keyboard('Hi @gr')
    await expect.element(visitor.field).toHaveValue('Hi @gr')
    visitor.screen.unmount()
    const failing = await setUp({ api: { 'GET /api/mentions': () => ({ status: 500 }) } })
    await userEvent.keyboard('mail@gr @gr{Enter}')
    await expect.element(failing.field).toHaveValue('mail@gr @gr\n')
    await expect.element(failing.list).not.toBeInTheDocument()
    expect(visitor.requests).toEqual([])
  })
})
