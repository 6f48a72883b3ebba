import { describe, expect, it } from 'vitest'
import { optimizeByRules } from './optimize-by-rules.ts'
import { refineByRules } from './refine-by-rules.ts'

const input = { prompt: `Plan a trip to \${city}.\nBudget: \${money}`, type: 'Text', models: [] } as const
const text = optimizeByRules(input)

describe('A refinement', () => {
  it("to make it shorter removes the added blanks and none of the author's words", () => {
    const shorter = refineByRules(input, { text, instruction: 'Make it shorter' })
    expect(shorter.length).toBeLessThan(text.length)
    expect(shorter).toContain(`Plan a trip to \${city}.\nBudget: \${money}`)
    expect(shorter).not.toContain(`\${format`)
    expect(shorter).not.toMatch(/## Output\s*$/)
  })

  it.each([
    [[], 'You are a careful planner.\n\n## Task\nPLAN'],
    [['claude'], '<role>\nYou are a careful planner.\n</role>\n\n<task>\nPLAN\n</task>'],
  ])('to make it shorter removes the headings that have become empty (%j)', (models, result) => {
    const inputForModel = { ...input, models }
    expect(
      refineByRules(inputForModel, { text: optimizeByRules(inputForModel), instruction: 'Shorter!' }),
    ).toBe(result.replace('PLAN', input.prompt))
  })

  it.each([
    ["the author's own blank", `a\n\n\n\nTone: \${tone:|friendly|professional|neutral|humorous}`],
    ["the author's own spacing", 'a\n\n\n\nb'],
  ])('to make it shorter keeps %s', (_, text) => {
    expect(refineByRules({ ...input, prompt: text }, { text, instruction: 'Shorter' })).toBe(text)
  })

  it('to make it shorter keeps headings with a text below', () => {
    const text = `## Notes\n\nA text.\n\n## Output\n- Format: \${format:|plain text|list|table|step by step}\n\n## Rules\n\nNone.`
    expect(refineByRules(input, { text, instruction: 'Shorter' })).toBe(
      '## Notes\n\nA text.\n\n## Rules\n\nNone.',
    )
  })

  it('to make it shorter keeps the parts before and after an empty one apart', () => {
    const text = `<task>\nA\n</task>\n\n<output>\n- Format: \${format:|plain text|list|table|step by step}\n</output>\n\n<details>\nB\n</details>`
    expect(refineByRules(input, { text, instruction: 'Shorter' })).toBe(
      '<task>\nA\n</task>\n\n<details>\nB\n</details>',
    )
  })

  it('loses only the full stop at its end in a description', () => {
    const input = { prompt: 'a red fox', type: 'Image', models: ['midjourney'] } as const
    const refined = refineByRules(input, { text: optimizeByRules(input), instruction: 'Use an f/1.8 lens.' })
    expect(refined).toContain(', Use an f/1.8 lens --')
  })

  it('replaces only the blanks that it answers', () => {
    const input = { prompt: 'my garden in May', type: null, models: [] }
    const before = optimizeByRules(input)
    expect(before).toContain(`\${requirements:|brief|detailed|with examples}`)
    expect(refineByRules(input, { text: before, instruction: 'Be kind.' })).toContain(
      `\${requirements:|brief|detailed|with examples}`,
    )
  })

  it('becomes a requirement only once and replaces the blank that it answers', () => {
    const instruction = 'Present the answer as a table.'
    expect(text).toContain('- Format: ')
    const once = refineByRules(input, { text, instruction })
    expect(once).toMatch(/## Requirements\n- Present the answer as a table\.$/)
    expect(once).not.toContain('Format: ')
    expect(refineByRules(input, { text: once, instruction })).toBe(once)
  })

  it('counts as being about the prompt itself only if it says nothing else', () => {
    for (const instruction of [
      "Don't make it shorter",
      'Mention the short days',
      'Say how to reset the lamp',
    ])
      expect(refineByRules(input, { text, instruction })).toContain(`\n- ${instruction}`)
  })

  it('becomes part of the description for models without headings', () => {
    for (const [type, prompt, models, instruction, answered] of [
      ['Image', 'a red fox', [], 'Use soft natural light.', 'Light: '],
      ['Image', 'a red fox', ['midjourney'], 'Use soft natural light.', '{light:'],
      ['Image', 'a red fox', ['stable-diffusion'], 'Use soft natural light.', '{light:'],
      ['Video', 'a red fox', [], 'Keep the camera still.', 'Camera movement: '],
      ['Audio', 'a jazz song', ['suno'], 'Make it slow and calm.', '{tempo:'],
      ['Audio', 'a jazz song', ['stable-audio'], 'Make it slow and calm.', '{tempo:'],
    ] as const) {
      const input = { prompt, type, models }
      const before = optimizeByRules(input)
      expect(before).toContain(answered)
      const refined = refineByRules(input, { text: before, instruction })
      expect(refined).toContain(instruction.slice(0, -1))
      expect(refined).not.toContain(answered)
      expect(refined).not.toContain('## ')
      expect(refineByRules(input, { text: refined, instruction })).toBe(refined)
    }
  })

  it.each([
    ['Leave out all vocals.', '\nLeave out all vocals.'],
    ['Add soft vocals.', '\n\nAdd soft vocals.\n\n[Verse]\n\n[Chorus]'],
    ['Add a banjo.', '\n\nAdd a banjo.\n\n[Verse]\n\n[Chorus]'],
  ])('of a song keeps its sections at the end, unless it leaves out vocals: %j', (instruction, ending) => {
    const prompt = 'a slow, calm folk song with a guitar, a verse and a chorus'
    const input = { prompt, type: 'Audio', models: ['suno'] } as const
    const described = `${prompt}\n\nStyle: \${length:|30 seconds|1 minute|3 minutes}`
    const text = optimizeByRules(input)
    expect(text).toBe(`${described}\n\n[Verse]\n\n[Chorus]`)
    expect(refineByRules(input, { text, instruction })).toBe(`${described}${ending}`)
  })

  it("keeps the author's own sections of a song", () => {
    const text = '[Chorus]\n\na folk song'
    const input = { prompt: text, type: 'Audio', models: ['suno'] } as const
    expect(refineByRules(input, { text: `x\n\n${text}`, instruction: 'No vocals.' })).toContain('[Chorus]')
  })

  it('keeps JSON valid', () => {
    const input = { prompt: '{"subject": "a fox"}', type: 'Image', models: [] } as const
    const refined = refineByRules(input, { text: optimizeByRules(input), instruction: 'Use soft light.' })
    const parsed = JSON.parse(refined) as object
    expect(parsed).toMatchObject({ subject: 'a fox', requirement: 'Use soft light.' })
    expect(parsed).not.toHaveProperty('light')
  })

  it('goes into the requirements tag and before Midjourney parameters', () => {
    const tagged = optimizeByRules({ ...input, models: ['claude'] })
    expect(refineByRules(input, { text: tagged, instruction: 'Be brief' })).toContain(
      '- Be brief\n</requirements>',
    )
    expect(
      refineByRules({ ...input, type: 'Image' }, { text: 'a fox --ar 1:1', instruction: 'in snow' }),
    ).toBe('a fox, in snow --ar 1:1')
  })

  it('to start over optimizes the original again', () => {
    expect(refineByRules(input, { text: 'Something else', instruction: 'Start over' })).toBe(text)
  })

  it.each([
    [
      'under the heading that follows',
      '## Requirements\n- a\n\n## Output\n- b',
      '## Requirements\n- a\n- Be brief\n\n## Output\n- b',
    ],
    [
      'under the last heading',
      '## Task\nx\n\n## Requirements\n- a',
      '## Task\nx\n\n## Requirements\n- a\n- Be brief',
    ],
    ['under a heading of its own', 'Plan a trip', 'Plan a trip\n\n## Requirements\n- Be brief'],
    ['in tags of its own', '<task>x</task>', '<task>x</task>\n\n<requirements>\n- Be brief\n</requirements>'],
    [
      'before the end of its tag',
      '<requirements>\n- a\n</requirements>\n\n<output>b</output>',
      '<requirements>\n- a\n- Be brief\n</requirements>\n\n<output>b</output>',
    ],
    ['nowhere if it is there already', 'Plan a trip\nBe brief', 'Plan a trip\nBe brief'],
    ['nowhere if it is a requirement already', 'Plan\n- Be brief', 'Plan\n- Be brief'],
  ])('goes %s', (_, text, refined) => {
    expect(refineByRules(input, { text, instruction: ' Be \n brief ' })).toBe(refined)
  })

  it.each([
    ['a fox\nNegative prompt: blur', 'a fox, in snow\nNegative prompt: blur'],
    [`a fox | \${light:soft}`, `a fox | \${light:soft} | in snow`],
    [`a fox\nLight: \${light:soft}`, `a fox\nLight: \${light:soft}\nin snow.`],
    [`a fox | \${light:soft}, at night`, `a fox | \${light:soft}, at night\n\nin snow.`],
    ['a fox', 'a fox\n\nin snow.'],
    ['a fox --ar 1:1 ', 'a fox, in snow --ar 1:1 '],
    ['a fox, in snow', 'a fox, in snow'],
    ['a fox | in snow', 'a fox | in snow'],
  ])('becomes part of the description %j', (text, refined) => {
    expect(refineByRules({ ...input, type: 'Image' }, { text, instruction: 'in snow.' })).toBe(refined)
  })

  it('gets a key of JSON that is not taken, and only once', () => {
    const text = '{"requirement": "a", "requirement_2": "b"}'
    const refined = refineByRules(input, { text, instruction: 'Be brief' })
    expect(JSON.parse(refined)).toEqual({ requirement: 'a', requirement_2: 'b', requirement_3: 'Be brief' })
    expect(refineByRules(input, { text: refined, instruction: 'Be brief' })).toBe(refined)
  })

  it.each([
    'shorter',
    'Please keep this concise.',
    'Shorten the prompt!',
    'kürzer',
    'plus court',
    'más corto',
  ])('makes the prompt shorter if it says %j', (instruction) => {
    expect(refineByRules(input, { text, instruction })).not.toContain(`\${format`)
  })

  it.each(['undo', 'Please start over from scratch.', 'RESET!', 'from scratch'])(
    'starts over if it says %j',
    (instruction) => {
      expect(refineByRules(input, { text: 'Something else', instruction })).toBe(text)
    },
  )

  it('keeps an empty heading that is the author’s own', () => {
    const own = { ...input, prompt: 'Plan a trip\n\n## Notes' }
    const refined = refineByRules(own, {
      text: `${own.prompt}\n\n## Output\n- Format: \${format:a list}`,
      instruction: 'shorter',
    })
    expect(refined).toContain('## Notes')
  })
})
