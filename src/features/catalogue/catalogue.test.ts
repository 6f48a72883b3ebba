import { expect, it } from 'vitest'
import { modelId } from '#core/slugs.ts'
import { models, typeIcons } from './contract.ts'

it('lists every model with its id, name, category, icon and company', () => {
  expect(models).toHaveLength(34)
  for (const { id, name, category, icon, company } of models) {
    expect(id).toBe(modelId(name))
    expect(icon).toBe(typeIcons[category])
    expect(company).toMatch(/\S/)
  }
})
