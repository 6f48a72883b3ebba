import { expect, it } from 'vitest'
import { buildContentUsage } from './ai-preferences.ts'

it.each([
  ['unset', 'unset', ''],
  ['deny', 'unset', 'train-ai=n'],
  ['unset', 'allow', 'ai-use=y'],
  ['allow', 'deny', 'train-ai=y, ai-use=n'],
] as const)('says %s about training and %s about answers as %j', (training, search, usage) => {
  expect(buildContentUsage({ training, search })).toBe(usage)
})
