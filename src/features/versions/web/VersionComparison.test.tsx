import { Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { buildPostPage } from '#tests/components/samples.ts'
import type { Version } from '../contract.ts'
import { VersionComparison } from './VersionComparison.tsx'

const buildVersion = (number: number): Version => ({
  number,
  createdAt: new Date('2026-01-01'),
  user: null,
  note: '',
  restoredFrom: null,
  suggestedBy: null,
  changed: [],
  addedWords: null,
  removedWords: null,
})

/** In this test, the chosen comparison never loads, so the choosers stay those of the first one. */
describe('A version that is chosen while an earlier choice is loading', () => {
  it('keeps the earlier choices', async () => {
    const post = { ...buildPostPage({ id: 7 }), version: 3 }
    const { screen, navigation } = await renderComponent(
      <Suspense>
        <VersionComparison id={7} compared={{ from: 1, to: 2, isSplit: false }} />
      </Suspense>,
      {
        url: '/post/7/versions?compare=1..2',
        api: {
          'GET /api/posts/7/versions/compare': () => ({
            body: { post, from: buildVersion(1), to: buildVersion(2), isCut: false, fields: [] },
          }),
        },
      },
    )
    await screen.getByRole('link', { name: 'Side by side' }).click()
    await screen.getByLabelText('From version').selectOptions('2')
    await expect.poll(() => navigation.location.search).toEqual({ compare: '2..2', view: 'split' })
    await screen.getByLabelText('To version').selectOptions('3')
    await expect.poll(() => navigation.location.search).toEqual({ compare: '2..3', view: 'split' })
    await screen.getByRole('link', { name: 'Inline' }).click()
    await expect.poll(() => navigation.location.search).toEqual({ compare: '2..3' })
  })
})
