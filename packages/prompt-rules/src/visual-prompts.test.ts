import { describe, expect, it } from 'vitest'
import { optimizeImagePrompt, optimizeVideoPrompt } from './visual-prompts.ts'

const namesIn = (text: string) => [...text.matchAll(/\$\{(\w+):/g)].map(([, name]) => name)

const DESCRIBED = 'a portrait in soft light, watercolor'
const COMPOSITION = `\${composition:|close-up|wide shot|centered|from above}`
const LIGHT = `\${light:|soft daylight|golden hour|studio light|hard shadows}`
const STYLE = `\${style:|photograph|watercolor|flat vector|3D render}`

describe('A picture', () => {
  it.each([
    ['a fox', ['composition', 'light', 'style', 'aspect_ratio', 'leave_out']],
    ['a photo of a fox', ['composition', 'light', 'lens', 'aspect_ratio', 'leave_out']],
    ['a logo with a fox', ['style', 'aspect_ratio', 'leave_out']],
    ['a photo of a logo', ['aspect_ratio', 'leave_out']],
    [`a fox in \${light}`, ['composition', 'style', 'aspect_ratio', 'leave_out']],
    [DESCRIBED, ['aspect_ratio', 'leave_out']],
  ])('gets of %j a blank for each detail that suits it and is missing', (prompt, names) => {
    expect(namesIn(optimizeImagePrompt(prompt))).toEqual(names)
  })

  it('has each blank on a line of its own', () => {
    expect(optimizeImagePrompt(DESCRIBED)).toBe(
      `${DESCRIBED}\n\nAspect ratio: \${aspect_ratio:|1:1|3:2|16:9|9:16}\nLeave out: \${leave_out:|watermark|border|signature}`,
    )
  })

  it('stays as it is if it says everything', () => {
    const all = `${DESCRIBED}, 3:2, no text`
    expect(optimizeImagePrompt(all)).toBe(all)
    expect(optimizeImagePrompt(all, 'stable-diffusion')).toBe(all)
  })
})

describe('A picture by Midjourney', () => {
  it.each([
    ['a fox', `a fox, ${COMPOSITION}, ${LIGHT}, ${STYLE} --ar \${aspect_ratio:1:1}`],
    [DESCRIBED, `${DESCRIBED} --ar \${aspect_ratio:1:1}`],
    [`${DESCRIBED}, ink; 3:2`, `${DESCRIBED}, ink; 3:2`],
    [`${DESCRIBED} --ar 3:2 --s 50`, `${DESCRIBED} --ar 3:2 --s 50`],
    [`${DESCRIBED} --stylize 50`, `${DESCRIBED} --stylize 50 --ar \${aspect_ratio:1:1}`],
    [`${DESCRIBED} --raw`, `${DESCRIBED} --raw --ar \${aspect_ratio:1:1}`],
    [`${DESCRIBED}, as a wallpaper`, `${DESCRIBED}, as a wallpaper`],
    ['a fox, ink', `a fox, ink, ${COMPOSITION}, ${LIGHT} --ar \${aspect_ratio:1:1}`],
    ['A fox, watercolor.', `A fox, watercolor. ${COMPOSITION}, ${LIGHT} --ar \${aspect_ratio:1:1}`],
  ])('gets parameters only if neither the words nor the parameters of %j imply them', (prompt, result) => {
    expect(optimizeImagePrompt(prompt, 'midjourney')).toBe(result)
  })
})

describe('A picture by Stable Diffusion', () => {
  const tags = `${COMPOSITION}, ${LIGHT}, ${STYLE}`
  const negative = `\nNegative prompt: \${negative_prompt:low quality}`
  const longest = `${'very '.repeat(23)}foxes`

  it.each([
    ['a fox', `(a fox:1.2), ${tags}${negative}`],
    ['a fox,', `(a fox,:1.2), ${tags}${negative}`],
    [`${longest}`, `(${longest}:1.2), ${tags}${negative}`],
    [`${longest}!`, `${longest}!, ${tags}${negative}`],
    ['a (fox:1.3), a [dog],', `a (fox:1.3), a [dog], ${tags}${negative}`],
    ['a fox without a dog', `a fox without a dog, ${tags}`],
    ['a fox\n\nnegative prompt: blur\nnoise', `a fox, ${tags}\n\nnegative prompt: blur\nnoise`],
  ])('has weighted tags and one negative prompt: %j', (prompt, result) => {
    expect(optimizeImagePrompt(prompt, 'stable-diffusion')).toBe(result)
  })
})

describe('A video', () => {
  it('gets a blank for each missing detail', () => {
    expect(optimizeVideoPrompt('a drone follows a train at dawn, 10 s, documentary, 16:9')).toBe(
      `a drone follows a train at dawn, 10 s, documentary, 16:9\n\nSound: \${sound:|natural sound|music|none}`,
    )
    expect(namesIn(optimizeVideoPrompt('a train'))).toEqual([
      'shot',
      'camera_movement',
      'scene_light',
      'film_style',
      'duration',
      'sound',
      'film_aspect_ratio',
    ])
    const all = 'a silent drone shot that follows a train at dawn, 10 s, documentary, 16:9'
    expect(optimizeVideoPrompt(all)).toBe(all)
  })

  it('gets keys if it is JSON', () => {
    const video = '{"prompt": "a silent drone shot at dawn, 10 s, documentary, 16:9"}'
    expect(JSON.parse(optimizeVideoPrompt(video))).toEqual({
      ...(JSON.parse(video) as object),
      camera_movement: `\${camera_movement:|none|slow push in|handheld|tracking}`,
    })
  })
})
