import { expect, it } from 'vitest'
import { errorKinds } from '#core/error-codes.ts'
import { layoutTexts } from './texts.ts'

it('explains not-found pages by titles that the API sends', () => {
  const titles = Object.values(errorKinds).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(Object.keys(layoutTexts.notFoundTexts)))
})
