import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard } from '#tests/components/samples.ts'
import SimilarPosts from './SimilarPosts.tsx'

const FormWithTitle = ({ title }: { title: string }) => (
  <FormProvider {...useForm({ defaultValues: { title } })}>
    <SimilarPosts />
  </FormProvider>
)

const setUp = (search: FakeApi[string], title = 'Haiku: "rain"') =>
  renderComponent(<FormWithTitle title={title} />, { api: { 'GET /api/search': search } })

it('lists at most three public posts that open in a new tab', async () => {
  const { screen, requests } = await setUp(() => ({
    body: [1, 2, 3, 4, 5].map((id) => ({
      ...buildPostCard({ id, title: `Haiku ${id}`, isPrivate: id === 1 }),
      rank: 1,
      marked: { title: '', description: '', prompt: '' },
      correctedTo: null,
      isPartial: false,
      found: null,
      ignoredTerms: 0,
    })),
  }))
  await screen.getByText('3 similar prompts are already public').click()
  await expect.element(screen.getByRole('link')).toHaveLength(3)
  await expect.element(screen.getByRole('link').first()).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByText('Haiku 1')).not.toBeInTheDocument()
  expect(requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('q'))).toEqual([
    'Haiku rain',
  ])
})

it('shows nothing after an error', async () => {
  const { screen, requests } = await setUp(() => ({ status: 503 }))
  await expect.poll(() => requests).toHaveLength(1)
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
