import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { noPostFilters } from '#core/post-filters.ts'
import { renderComponent } from '#tests/components/render-component.tsx'
import type { FeedFilters } from './filter-params.ts'
import { ModelPicker } from './ModelPicker.tsx'

const setUp = async (overrides: Partial<FeedFilters> = {}) => {
  const filters: FeedFilters = { ...noPostFilters, sortBy: 'top', ...overrides }
  const { screen, navigation } = await renderComponent(
    <div style={{ display: 'flex', justifyContent: 'space-between', paddingLeft: 240 }}>
      <ModelPicker path="/" filters={filters} usualSort="top" />
      <button type="button">Next</button>
    </div>,
  )
  return { screen, navigation, list: screen.getByRole('list', { name: 'Models' }) }
}

describe('The model filter', () => {
  it('adds and removes models by links that keep the others', async () => {
    const { screen, navigation } = await setUp({ models: ['claude'] })
    await screen.getByText('Claude').first().click()
    const claude = screen.getByRole('link', { name: 'Claude', exact: true })
    await expect.element(claude).toHaveAttribute('aria-current', 'true')
    await expect.element(claude).toHaveAttribute('href', '/')
    await expect.element(claude).toHaveAccessibleDescription('Anthropic')
    await screen.getByRole('link', { name: 'ChatGPT' }).click()
    await expect.poll(() => navigation.location.search).toEqual({ models: 'chatgpt,claude' })
  })

  it('offers only the models of the chosen types', async () => {
    const { screen } = await setUp({ types: ['Code'] })
    await screen.getByText('Any model').first().click()
    await expect.element(screen.getByRole('link', { name: 'Claude Code' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Claude', exact: true })).not.toBeInTheDocument()
  })

  it('leads to the prompts that have worked with the chosen models', async () => {
    const { screen, navigation } = await setUp({ models: ['claude'] })
    await screen.getByText('Claude').first().click()
    await screen.getByRole('link', { name: 'That worked with Claude' }).click()
    await expect.poll(() => navigation.location.search).toEqual({ q: 'works:claude' })
  })

  it('says how many models are chosen', async () => {
    const { screen } = await setUp({ models: ['chatgpt', 'claude'] })
    await expect.element(screen.getByText('2 models')).toBeVisible()
  })

  it('closes with Escape, and when the focus leaves it', async () => {
    const { screen, list } = await setUp()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Tab}{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(list).toBeVisible()
    await screen.getByRole('button', { name: 'Next' }).click()
    await expect.element(list).not.toBeInTheDocument()
  })
})
