import { describe, expect, it } from 'vitest'
import { optimizeByRules } from './optimize-by-rules.ts'
import { refineByRules } from './refine-by-rules.ts'

const asked = { prompt: `Plan a trip to \${city}.\nBudget: \${money}`, type: 'Text', models: [] } as const
const text = optimizeByRules(asked)

describe('A wish', () => {
  it('for something shorter takes away what was asked for, and nothing of the author', () => {
    const shorter = refineByRules(asked, { text, instruction: 'Make it shorter' })
    expect(shorter.length).toBeLessThan(text.length * 0.8)
    expect(shorter).toContain(`Plan a trip to \${city}.\nBudget: \${money}`)
    expect(shorter).not.toContain(`\${tone`)
    expect(shorter).not.toMatch(/## Output\s*$/)
  })

  it('becomes a requirement, once', () => {
    const instruction = 'Ask for a table'
    const once = refineByRules(asked, { text, instruction })
    expect(once).toMatch(/## Requirements\n(?:- .*\n)*- Ask for a table\n/)
    expect(refineByRules(asked, { text: once, instruction })).toBe(once)
  })

  it('stands between the tags where there are tags, and before the parameters of Midjourney', () => {
    const tagged = optimizeByRules({ ...asked, models: ['claude'] })
    expect(refineByRules(asked, { text: tagged, instruction: 'Be brief' })).toContain(
      '- Be brief\n</requirements>',
    )
    expect(refineByRules(asked, { text: 'a fox --ar 1:1', instruction: 'in snow' })).toBe(
      'a fox, in snow --ar 1:1',
    )
  })

  it('to start over makes it anew', () => {
    expect(refineByRules(asked, { text: 'Something else', instruction: 'Start over' })).toBe(text)
  })
})
