import { describe, expect, it } from 'vitest'
import { optimizeByRules } from './optimize-by-rules.ts'
import { refineByRules } from './refine-by-rules.ts'

const asked = { prompt: `Plan a trip to \${city}.\nBudget: \${money}`, type: 'Text', models: [] } as const
const text = optimizeByRules(asked)

describe('A wish', () => {
  it('for something shorter takes away what was asked for, and nothing of the author', () => {
    const shorter = refineByRules(asked, { text, instruction: 'Make it shorter' })
    expect(shorter.length).toBeLessThan(text.length)
    expect(shorter).toContain(`Plan a trip to \${city}.\nBudget: \${money}`)
    expect(shorter).not.toContain(`\${format`)
    expect(shorter).not.toMatch(/## Output\s*$/)
  })

  it('becomes a requirement, once, and takes the place of the blank that it answers', () => {
    const instruction = 'Present the answer as a table.'
    expect(text).toContain('- Format: ')
    const once = refineByRules(asked, { text, instruction })
    expect(once).toMatch(/## Requirements\n- Present the answer as a table\.$/)
    expect(once).not.toContain('Format: ')
    expect(refineByRules(asked, { text: once, instruction })).toBe(once)
  })

  it('is not taken for a wish about the prompt because of a word in it', () => {
    for (const instruction of [
      "Don't make it shorter",
      'Mention the short days',
      'Say how to reset the lamp',
    ])
      expect(refineByRules(asked, { text, instruction })).toContain(`\n- ${instruction}`)
  })

  it('becomes part of a description where the model has no headings', () => {
    for (const [type, prompt, models, wish, answered] of [
      ['Image', 'a red fox', [], 'Use soft natural light.', 'Light: '],
      ['Image', 'a red fox', ['midjourney'], 'Use soft natural light.', '{light:'],
      ['Image', 'a red fox', ['stable-diffusion'], 'Use soft natural light.', '{light:'],
      ['Video', 'a red fox', [], 'Keep the camera still.', 'Camera movement: '],
      ['Audio', 'a jazz song', ['suno'], 'Make it slow and calm.', '{tempo:'],
      ['Audio', 'a jazz song', ['stable-audio'], 'Make it slow and calm.', '{tempo:'],
    ] as const) {
      const given = { prompt, type, models }
      const before = optimizeByRules(given)
      expect(before).toContain(answered)
      const refined = refineByRules(given, { text: before, instruction: wish })
      expect(refined).toContain(wish.slice(0, -1))
      expect(refined).not.toContain(answered)
      expect(refined).not.toContain('## ')
      expect(refineByRules(given, { text: refined, instruction: wish })).toBe(refined)
    }
  })

  it('for no vocals takes away the sections to sing', () => {
    const given = {
      prompt: 'a folk song with a verse and a chorus',
      type: 'Audio',
      models: ['suno'],
    } as const
    const before = optimizeByRules(given)
    expect(before).toContain('[Chorus]')
    expect(refineByRules(given, { text: before, instruction: 'Leave out all vocals.' })).not.toContain('[')
  })

  it('keeps JSON what it is', () => {
    const given = { prompt: '{"subject": "a fox"}', type: 'Image', models: [] } as const
    const refined = refineByRules(given, { text: optimizeByRules(given), instruction: 'Use soft light.' })
    const made = JSON.parse(refined) as object
    expect(made).toMatchObject({ subject: 'a fox', requirement: 'Use soft light.' })
    expect(made).not.toHaveProperty('light')
  })

  it('stands between the tags where there are tags, and before the parameters of Midjourney', () => {
    const tagged = optimizeByRules({ ...asked, models: ['claude'] })
    expect(refineByRules(asked, { text: tagged, instruction: 'Be brief' })).toContain(
      '- Be brief\n</requirements>',
    )
    expect(
      refineByRules({ ...asked, type: 'Image' }, { text: 'a fox --ar 1:1', instruction: 'in snow' }),
    ).toBe('a fox, in snow --ar 1:1')
  })

  it('to start over makes it anew', () => {
    expect(refineByRules(asked, { text: 'Something else', instruction: 'Start over' })).toBe(text)
  })
})
