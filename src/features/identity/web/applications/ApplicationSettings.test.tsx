import { expect, it } from 'vitest'
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
