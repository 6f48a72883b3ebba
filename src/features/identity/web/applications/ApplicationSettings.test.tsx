import { expect, it, vi } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { ApplicationSettings } from './ApplicationSettings.tsx'

it('links to the editors that add the MCP server of the site', async () => {
  const { screen } = await renderComponent(<ApplicationSettings />, {
    user: buildMember(),
    api: { 'GET /api/user/applications': () => ({ body: [] }) },
  })
  const urlOf = (name: string) =>
    new URL(screen.getByRole('link', { name }).element().getAttribute('href') ?? '')
  const code = urlOf('Add to VS Code')
  expect([code.protocol, code.pathname]).toEqual(['vscode:', 'mcp/install'])
  expect(JSON.parse(decodeURIComponent(code.search.slice(1)))).toEqual({
    name: 'Prompt Collection',
    type: 'http',
    url: 'http://localhost/mcp',
  })
  const cursor = urlOf('Add to Cursor')
  expect(cursor.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/)
  expect(cursor.searchParams.get('name')).toBe('Prompt Collection')
  expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url: 'http://localhost/mcp' })
})

it('copies the address of the server for Claude, where it has to be pasted', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen } = await renderComponent(<ApplicationSettings />, {
    user: buildMember(),
    api: { 'GET /api/user/applications': () => ({ body: [] }) },
  })
  const link = screen.getByRole('link', { name: 'Add to Claude' })
  expect(link.element().getAttribute('href')).toMatch(/^https:\/\/claude\.ai\//)
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  expect(copied).toHaveBeenCalledWith('http://localhost/mcp')
  await expect
    .element(screen.getByText('Paste it in Claude as the address of a custom connector.'))
    .toBeVisible()
})
