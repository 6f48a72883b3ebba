import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { Markdown } from './Markdown.tsx'

it('renders headings as strong paragraphs, unless the text is that of a page', async () => {
  const { screen } = await renderComponent(
    <>
      <Markdown text="## Of a member" />
      <Markdown text="## Of *a* page" hasHeadings />
    </>,
  )
  await expect.element(screen.getByText('Of a member')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Of a member' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Of a page' })).toBeVisible()
})
