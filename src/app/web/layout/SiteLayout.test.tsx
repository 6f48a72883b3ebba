import { afterEach, expect, it, vi } from 'vitest'
import { failingPart } from '#tests/components/failing-part.tsx'
import { renderComponent } from '#tests/components/render-component.tsx'
import { PageLayout } from './PageLayout.tsx'
import { SiteLayout } from './SiteLayout.tsx'

vi.mock('./Sidebar.tsx', async (load) => {
  const { makeFail } = await import('#tests/components/failing-part.tsx')
  const original = await load<typeof import('./Sidebar.tsx')>()
  return { ...original, Sidebar: makeFail('Sidebar', original.Sidebar) }
})
vi.mock('./Header.tsx', async (load) => {
  const { makeFail } = await import('#tests/components/failing-part.tsx')
  const original = await load<typeof import('./Header.tsx')>()
  return { ...original, Header: makeFail('Header', original.Header) }
})
vi.mock('#features/profiles/web/hover-card/MemberCardHost.tsx', async (load) => {
  const { makeFail } = await import('#tests/components/failing-part.tsx')
  const original = await load<typeof import('#features/profiles/web/hover-card/MemberCardHost.tsx')>()
  return { MemberCardHost: makeFail('MemberCardHost', original.MemberCardHost) }
})

afterEach(() => failingPart.set(null))

it.each(['Sidebar', 'Header', 'MemberCardHost'])(
  'shows the page if its part %s fails, and the part again on request',
  async (part) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { screen } = await renderComponent(
      <SiteLayout>
        <PageLayout heading="Page">
          <textarea aria-label="Text" />
        </PageLayout>
      </SiteLayout>,
      { api: { 'GET /api/topics': () => ({ body: [] }) } },
    )
    await screen.getByRole('textbox', { name: 'Text' }).fill('Typed')
    failingPart.set(part)
    const failed = screen.getByRole('alert').filter({ hasText: 'Something went wrong here.' })
    await expect.element(failed).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Typed')
    failingPart.set(null)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(failed).not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Typed')
  },
)
