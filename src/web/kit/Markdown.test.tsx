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

it('styles the elements of a text without classes, which would be most of a page of dense texts', async () => {
  const { screen } = await renderComponent(
    <Markdown text={'> > - `a` [b](https://example.org)\n\n```\nc\n```\n\n1. @ada'} mentions={['ada']} />,
  )
  const link = screen.getByRole('link', { name: 'b' })
  await expect.element(link).toHaveStyle({ textDecorationLine: 'underline' })
  expect(link.element().closest('.markdown')?.querySelectorAll('[class]')).toHaveLength(0)
  await expect.element(screen.getByText('c')).toHaveStyle({ whiteSpace: 'pre-wrap' })
  expect(getComputedStyle(link.element().closest('ul') as Element).listStyleType).toBe('disc')
  expect(getComputedStyle(link.element().closest('blockquote') as Element).borderInlineStartWidth).toBe('2px')
})

it('names the host that a link opens if its text shows another one', async () => {
  const { screen } = await renderComponent(
    <Markdown text="[https://github.com](https://evil.example/a) and [github.com](https://docs.github.com/en)" />,
  )
  await expect.element(screen.getByText('(opens evil.example)')).toBeVisible()
  expect(screen.getByText(/opens/).elements()).toHaveLength(1)
})

it('shows invisible characters, except those that emoji and scripts need', async () => {
  const { screen } = await renderComponent(<Markdown text={'pass\u200bword \u202etxt 👩‍💻 می\u200cخواهم'} />)
  await expect.element(screen.getByText('pass⟦U+200B⟧word ⟦U+202E⟧txt 👩‍💻 می\u200cخواهم')).toBeVisible()
})
