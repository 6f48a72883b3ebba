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

const setUp = (similar: FakeApi[string]) =>
  renderComponent(<FormWithTitle title=' Haiku: "rain"' />, { api: { 'GET /api/search/similar': similar } })

it('lists public posts with similar titles, which open in a new tab', async () => {
  const { screen, requests } = await setUp(() => ({
    body: [1, 2].map((id) => buildPostCard({ id, title: `Haiku ${id}` })),
  }))
  await screen.getByText('2 similar prompts are already public').click()
  await expect.element(screen.getByRole('link')).toHaveLength(2)
  await expect.element(screen.getByRole('link').first()).toHaveAttribute('target', '_blank')
  expect(requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('title'))).toEqual([
    'Haiku: "rain"',
  ])
})

it('shows nothing after an error', async () => {
  const { screen, requests } = await setUp(() => ({ status: 503 }))
  await expect.poll(() => requests).toHaveLength(1)
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
