import { useRef } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { addRecentSearch, readRecentSearches } from '#web/recent-searches.ts'
import type { Suggestions } from '../contract-suggestions.ts'
import { SearchField } from './SearchField.tsx'

const suggestions: Suggestions = {
  posts: [
    {
      id: 7,
      title: 'Interview questions',
      type: 'Text',
      isPrivate: false,
      seoSlug: 'interview',
      topic: null,
    },
  ],
  topics: [{ id: 3, name: 'Interviews' }],
  people: [{ id: 2, username: 'Interla', avatar: null }],
}

const Form = () => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <form className="relative" onSubmit={(event) => event.preventDefault()}>
      <SearchField ref={input} listId="list" aria-label="Search" />
    </form>
  )
}

const setUp = async (api: FakeApi = {}) => {
  const all = await renderComponent(<Form />, {
    api: { 'GET /api/search/suggestions': () => ({ body: suggestions }), ...api },
  })
  const field = all.screen.getByRole('combobox', { name: 'Search' })
  const option = (name: string) => all.screen.getByRole('option', { name })
  const activeOption = () =>
    document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')
  return { ...all, field, option, activeOption }
}

describe('A search field', () => {
  it('suggests posts, topics and people once somebody pauses typing', async () => {
    const { field, option, screen, requests } = await setUp()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    // Fills the field with a single event, here and below, because a busy machine may pause between two keystrokes.
    await userEvent.fill(field, 'inter')
    await expect.element(option('Interview questions Text')).toHaveAttribute('href', '/post/7')
    await expect.element(option('Interviews')).toHaveAttribute('href', '/t/interviews')
    await expect.element(option('Interla')).toHaveAttribute('href', '/u/Interla')
    await expect.element(field).toHaveAttribute('aria-expanded', 'true')
    const groups = screen.getByRole('group').elements()
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Posts', 'Topics', 'People'])
    expect(requests.map(({ url }) => url)).toEqual(['/api/search/suggestions?q=inter'])
  })

  it('opens the option that the arrow keys have chosen, and searches without one', async () => {
    const { field, option, activeOption, navigation } = await setUp()
    await userEvent.fill(field, 'inter')
    await expect.element(option('Interviews')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(activeOption()?.textContent).toBe('Interviews')
    await expect.element(option('Interviews')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(activeOption()?.textContent).toBe('Interla')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => navigation.rendered.location.pathname).toBe('/u/Interla')
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    expect(readRecentSearches()).toEqual([])
    await userEvent.type(field, 'v{Enter}')
    expect(readRecentSearches()).toEqual(['interv'])
  })

  it('keeps its text when Escape closes the list, and closes it when it loses the focus', async () => {
    const { field, option } = await setUp()
    await userEvent.fill(field, 'inter')
    await expect.element(option('Interviews')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(option('Interviews')).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('inter')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option('Interviews')).toBeVisible()
    await userEvent.tab()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  })

  it('stays closed if Escape is pressed before the suggestions arrive', async () => {
    const response = Promise.withResolvers<{ body: unknown }>()
    const { field, option, requests, queryClient } = await setUp({
      'GET /api/search/suggestions': () => response.promise,
    })
    await userEvent.fill(field, 'inter')
    await expect.poll(() => requests.length).toBe(1)
    // Chromium would also clear the field at a real key, which other browsers do not.
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    response.resolve({ body: suggestions })
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.element(option('Interviews')).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option('Interviews')).toBeVisible()
  })

  it('shows recent searches while it is empty, which can be removed', async () => {
    for (const q of ['one', 'two', 'Three', 'two', 'three']) addRecentSearch(q)
    const { field, option, screen, requests } = await setUp()
    await userEvent.click(field)
    await expect.element(option('three')).toHaveAttribute('href', '/?q=three')
    const names = () =>
      screen
        .getByRole('option')
        .elements()
        .map((element) => element.textContent)
    expect(names()).toEqual(['three', 'two', 'one'])
    await userEvent.keyboard('{ArrowDown}{Delete}')
    await expect.poll(names).toEqual(['two', 'one'])
    await userEvent.click(screen.getByTitle('Remove').first())
    await expect.poll(names).toEqual(['one'])
    await screen.getByRole('button', { name: 'Clear recent searches' }).click()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    expect(readRecentSearches()).toEqual([])
    expect(requests).toEqual([])
  })

  it('stays a plain field if suggestions fail', async () => {
    const { field, requests } = await setUp({ 'GET /api/search/suggestions': () => ({ status: 429 }) })
    await userEvent.fill(field, 'inter')
    await expect.poll(() => requests.length).toBe(1)
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    await expect.element(field).toHaveValue('inter')
  })
})
