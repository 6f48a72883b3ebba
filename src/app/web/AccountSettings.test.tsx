import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { AccountSettings } from './AccountSettings.tsx'

const show = async (fields: Parameters<typeof buildMember>[0]) => {
  const user = buildMember(fields)
  const { screen, requests } = await renderComponent(<AccountSettings user={user} heading="Settings" />, {
    user,
  })
  await expect.element(screen.getByRole('heading', { name: 'Your standing' })).toBeVisible()
  const urls = () => requests.map(({ url }) => url)
  await expect.poll(urls).toContain('/api/user/standing')
  await screen.unmount()
  return urls()
}

it('asks for webhooks and invitations only if the member can have them', async () => {
  const refused = ['/api/webhooks', '/api/user/invitations']
  expect(await show({})).toEqual(expect.arrayContaining(refused))
  for (const fields of [{ isMuted: true, isSuspended: true }, { profileCompleted: false }]) {
    const urls = await show(fields)
    for (const url of refused) expect(urls).not.toContain(url)
  }
})
