import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { promptFileFormats } from '../../contract-values.ts'
import DownloadDialog from './DownloadDialog.tsx'

it('links to a file in each format', async () => {
  const { screen } = await renderComponent(
    <DownloadDialog
      title="Download prompt"
      getHref={(format) => `/file?format=${format}`}
      onClose={() => {}}
    />,
  )
  const dialog = screen.getByRole('dialog', { name: 'Download prompt' })
  await expect
    .element(dialog.getByRole('link', { name: 'Download as Skill' }))
    .toHaveAttribute('href', '/file?format=skill')
  const links = dialog.getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    promptFileFormats.map((format) => `/file?format=${format}`),
  )
  expect(links.every((link) => link.hasAttribute('download'))).toBe(true)
})
