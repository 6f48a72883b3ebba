import { expect, it } from 'vitest'
import { models, typeIcons } from './model-catalogue.ts'
import { modelNameToId } from './slugs.ts'

it('lists every model with its id, name, category, icon and company', () => {
  expect(models).toHaveLength(34)
  for (const { id, name, category, icon, company } of models) {
    expect(id).toBe(modelNameToId(name))
    expect(icon).toBe(typeIcons[category])
    expect(company).toMatch(/\S/)
  }
})
