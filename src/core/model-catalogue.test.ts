import { expect, it } from 'vitest'
import { getModelName, getModelsByType, getModelType, models, typeIcons } from './model-catalogue.ts'
import { modelNameToId } from './slugs.ts'

it('lists every model with its id, name, category, icon and company', () => {
  expect(models).toHaveLength(34)
  for (const { id, name, category, icon, company } of models) {
    expect(id).toBe(modelNameToId(name))
    expect(icon).toBe(typeIcons[category])
    expect(company).toMatch(/\S/)
  }
})

it('knows a model by its id, and shows the id of a retired one', () => {
  expect([getModelName('gpt-4-for-coding'), getModelType('gpt-4-for-coding')]).toEqual([
    'GPT-4 (for coding)',
    'Code',
  ])
  expect([getModelName('retired'), getModelType('retired')]).toEqual(['retired', null])
  expect(getModelType(undefined)).toBeNull()
})

it('lists the models of some types, or else all', () => {
  expect(new Set(getModelsByType(['Audio', 'Video']).map(({ category }) => category))).toEqual(
    new Set(['Audio', 'Video']),
  )
  expect(getModelsByType([])).toBe(models)
})
