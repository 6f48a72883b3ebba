import { describe, expect, it } from 'vitest'
import { optimizeByRules } from './optimize-by-rules.ts'
import type { PromptType } from './prompt-type.ts'

const optimize = (prompt: string, type: PromptType | null = null, ...models: string[]) =>
  optimizeByRules({ prompt, type, models })

describe('A prompt for text', () => {
  it('gets a role, headings and blanks for missing details if the request names the kind of writing', () => {
    expect(
      optimize('Write a newsletter about our new bakery', 'Text'),
    ).toBe(`You are an experienced writer of letters and emails.

## Task
Write a newsletter about our new bakery

## Requirements
- Tone: ${`\${tone:|friendly|professional|neutral|humorous}`}

## Output
- Length: ${`\${length:|one paragraph|half a page|about 1,000 words}`}`)
  })

  it("puts the author's sentences under the right headings, word for word", () => {
    const result = optimize(
      `You are a travel writer. Describe \${city} in autumn for families. Never mention hotels. Your answer should be a table. My first city is "Porto".`,
      'Text',
    )
    expect(result).toMatch(
      /^You are a travel writer\.\n\n## Task\nDescribe \$\{city\} in autumn for families\./,
    )
    expect(result).toMatch(/## Requirements\n- Never mention hotels\./)
    expect(result).toMatch(/## Output\n- Your answer should be a table\./)
    expect(result).toMatch(/## Input\nMy first city is "Porto"\.$/)
  })

  it.each([
    ['role', 'You are a chemist. Write an essay on soap.', /You are an experienced writer/],
    ['audience', 'Explain soap to children.', /Audience/],
    ['tone', 'Write an essay on soap in a humorous tone.', /Tone:/],
    ['length', 'Explain soap in 100 words.', /Length:/],
    ['format', 'Explain soap as a table.', /Format:/],
  ])('does not add a %s that the prompt already has', (_, prompt, added) => {
    expect(optimize('Explain soap.', 'Text') + optimize('Write an essay on soap.', 'Text')).toMatch(added)
    expect(optimize(prompt, 'Text')).not.toMatch(added)
  })

  it("keeps the author's layout and appends blanks only if the request names the kind of writing", () => {
    const garden = '# Goal\nPlan a garden\n\n# Rules\n- no pesticides\n- at most 20 m²'
    expect(optimize(garden, 'Text')).toBe(garden)
    const letter = 'Write a letter to the council:\n- thank them for the park\n- ask for benches'
    expect(optimize(letter, 'Text')).toMatch(
      /^You are [^\n]+\n\nWrite a letter[\s\S]+benches\n\n## Further details\n- /,
    )
  })

  it("keeps the author's sentences in order", () => {
    const prompt = 'Describe the harbour. Return it in markdown. Never exaggerate. Mention the old crane.'
    expect(optimize(prompt, 'Text')).toContain(prompt)
    expect(optimize('Describe the harbour. Your answer should be a list. Never exaggerate.', 'Text')).toMatch(
      /Describe the harbour\.[\s\S]+Your answer should be a list\.[\s\S]+Never exaggerate\./,
    )
  })

  it('does not split pasted text', () => {
    const prompt = 'Translate into French: You are late. Do not give up. Answer in the morning.'
    expect(optimize(prompt, 'Text')).toContain(prompt)
  })

  it('gets structure only if the kind of request is uncertain', () => {
    for (const prompt of ['Write me a name generator idea', 'ELI5 what an API is', 'my garden in May'])
      expect(optimize(prompt, 'Text')).toBe(
        `## Task\n${prompt}\n\n## Requirements\n- Further requirements: \${requirements:|brief|detailed|with examples}`,
      )
  })

  it.each([
    'Write a love letter to a programming language',
    'What is the capital of Australia?',
    'Schreibe eine Rede zum Geburtstag',
    '写一首关于秋天的诗',
    'Переведи на английский: Доброе утро',
    'Write a toast for a wedding',
    '{"task": "write a slogan"}',
  ])('gets no blank for a form, a length in pages or a reader that cannot fit: %s', (prompt) => {
    expect(optimize(prompt, 'Text')).not.toMatch(/Situation|[Ff]ormat|Audience|table|Länge|situation/)
  })

  it('gets headings in its language, and English ones if the language is ambiguous', () => {
    expect(optimize('¿Qué es la fotosíntesis?', 'Text')).toContain('## Tarea')
    expect(optimize('la', 'Text')).toContain('## Task')
  })

  it.each(['Write a poem. Only reply with the poem.', 'Haiku, das von einem Fluss und der Stille handelt'])(
    'gets no role of a writer in English if it starts a conversation or is in another language: %j',
    (prompt) => {
      expect(optimize(prompt, 'Text')).not.toContain('You are')
    },
  )

  it('gets no blanks for tone, audience or length if it starts a conversation', () => {
    const result = optimize(
      'I want you to act as a SQL terminal. I will type commands. Only reply with the output, and nothing else.',
      'Text',
    )
    expect(result).not.toMatch(/Tone|Audience|Length/)
  })

  it('gets German, French, Spanish or Portuguese headings, and elsewhere the rule to answer in its language', () => {
    expect(optimize('Schreibe einen Brief an die Nachbarn über das Fest', 'Text')).toMatch(
      /## Aufgabe\n.*\n\n## Anforderungen/,
    )
    expect(optimize('Rédige une lettre pour mes voisins sur la fête', 'Text')).toContain('## Tâche')
    expect(optimize('Escribe una carta para mis vecinos sobre la fiesta', 'Text')).toContain('## Tarea')
    expect(optimize('Escreva uma carta para meus vizinhos sobre a festa', 'Text')).toContain('## Tarefa')
    for (const prompt of [
      '写一封信给邻居',
      'Напиши письмо соседям о празднике',
      'Komşulara bir mektup yaz',
      '隣人に手紙を書いて',
    ])
      expect(optimize(prompt, 'Text')).toContain('Unless the task says otherwise, answer in its language.')
  })
})

describe('A prompt for code', () => {
  it('gets blanks for language, interfaces, edge cases and tests', () => {
    const result = optimize('Write a function that merges two sorted lists', 'Code')
    for (const name of ['language', 'inputs_and_outputs', 'edge_cases', 'tests', 'answer_format'])
      expect(result).toContain(`\${${name}:`)
  })

  it('gets no role and no code blanks if it does not ask for code', () => {
    for (const prompt of [
      'Write a poem about recursion',
      "Don't write code, just explain how quicksort works",
    ])
      expect(optimize(prompt, 'Code')).not.toMatch(/engineer|language:|tests|edge_cases/)
  })

  it('gets no language blank if it names the language', () => {
    for (const named of ['in Rust', 'in C++', 'with React', 'as a bash script'])
      expect(optimize(`Merge two sorted lists ${named}`, 'Code')).not.toContain(`\${language`)
  })
})

describe('A prompt for images', () => {
  it('gets blanks for light, lens, style, aspect ratio and exclusions', () => {
    const result = optimize('a headshot of an old sailor, portrait', 'Image')
    for (const label of ['Light', 'Lens', 'Style', 'Aspect ratio', 'Leave out'])
      expect(result).toContain(`\n${label}: `)
    // The word "portrait" already specifies the composition.
    expect(result).not.toContain('Composition')
  })

  it("is one paragraph for Midjourney, followed by parameters, including the author's", () => {
    const result = optimize('a red fox in snow --ar 2:3', 'Image', 'midjourney')
    expect(result).toMatch(/^a red fox in snow, \$\{composition:[^\n]*\} --ar 2:3$/)
  })

  it('consists of weighted tags and a negative prompt for Stable Diffusion', () => {
    const result = optimize('a red fox in snow', 'Image', 'stable-diffusion')
    expect(result).toMatch(/^\(a red fox in snow:1\.2\), \$\{composition:[^\n]*\}, \$\{light:/)
    expect(result).toMatch(/\nNegative prompt: \$\{negative_prompt:low quality\}$/)
  })

  it('stays valid JSON and gets additional keys if it is JSON', () => {
    const prompt = '{\n    "subject": "a fox",\n    "style": "ink"\n}'
    const result = optimize(prompt, 'Image')
    expect(result.startsWith(prompt.slice(0, -2))).toBe(true)
    expect(JSON.parse(result)).toMatchObject({
      subject: 'a fox',
      style: 'ink',
      aspect_ratio: `\${aspect_ratio:|1:1|3:2|16:9|9:16}`,
    })
  })
})

describe('A prompt for video or audio', () => {
  it('gets blanks for shot, camera movement, duration and sound', () => {
    const result = optimize('a train crosses a bridge at dawn', 'Video', 'sora-openai')
    for (const label of ['Shot', 'Camera movement', 'Duration', 'Sound'])
      expect(result).toContain(`\n${label}: `)
    expect(result).not.toContain('\nLight: ')
  })

  it('gets blanks for genre and instruments, but not for a tempo that it names', () => {
    const result = optimize('music for a slow morning', 'Audio')
    for (const label of ['Genre', 'Instruments']) expect(result).toContain(`\n${label}: `)
    expect(result).not.toContain('Tempo')
  })

  it('gets a style line and the sections that it names for Suno', () => {
    const result = optimize('a folk song with two verses and a chorus, no bridge', 'Audio', 'suno')
    expect(result).toMatch(/\n\nStyle: \$\{tempo:[^\n]*\n\n\[Verse\]\n\n\[Chorus\]$/)
    expect(optimize('a folk song about my village', 'Audio', 'suno')).not.toContain('[')
    expect(optimize('[Chorus]\nla la la', 'Audio', 'suno')).not.toContain('[Verse]')
  })

  it('gets blanks for voice, pace and emotion instead of a genre if it is for speech', () => {
    const result = optimize('A voiceover that welcomes passengers aboard', 'Audio', 'elevenlabs')
    expect(result).toMatch(/\nVoice: .*\nPace: .*\nEmotion: /)
    expect(result).not.toContain('Genre')
    const script = 'Welcome aboard, ladies and gentlemen'
    expect(optimize(script, 'Audio', 'elevenlabs')).toBe(script)
  })
})

describe('A result', () => {
  it.each([
    ['Translate:\n- a\n- b', 'chatgpt'],
    ['Translate:\n- a\n- b', 'claude'],
    ['', 'chatgpt'],
  ])('does not change when it is optimized again: %j', (prompt, model) => {
    const result = optimize(prompt, 'Text', model)
    expect(result).not.toBe(prompt)
    expect(optimize(result, 'Text', model)).toBe(result)
  })

  it('has no space at its ends', () => {
    expect(optimize(' a fox\n', 'Image')).toBe(optimize('a fox', 'Image'))
    expect(optimize('', 'Video')).toMatch(/^Shot: /)
  })

  it('follows the first model that has conventions of its own', () => {
    expect(optimize('a fox', 'Image', 'unknown', 'midjourney', 'stable-diffusion')).toContain(' --ar ')
  })
})

describe('The type', () => {
  it.each([
    ['a photo of a lighthouse', /\nLens: /],
    ['a drone shot over dunes', /\nCamera movement: |\nDuration: /],
    ['a lo fi beat for studying', /\nInstruments: /],
    ['write a python function that sorts', /Edge cases: /],
    ['write a toast for my sister', /## Task/],
  ])('is inferred from the words if none is chosen: %s', (prompt, expected) => {
    expect(optimize(prompt)).toMatch(expected)
  })

  it('stays unknown if a picture is only mentioned', () => {
    for (const prompt of [
      'The image of women in advertising: an essay',
      'a picture is worth a thousand words, explain',
      'a portrait of a marriage, short story',
    ])
      expect(optimize(prompt)).not.toContain('Light: ')
  })

  it('is inferred from the chosen model', () => {
    expect(optimize('a lighthouse', 'Audio', 'suno')).toContain('\n\nStyle: ')
  })
})

describe('A prompt for Claude', () => {
  it('gets tags instead of headings', () => {
    const result = optimize('Write an essay on bees', 'Text', 'claude')
    expect(result).toMatch(/^<role>\n[^<]+\n<\/role>\n\n<task>\nWrite an essay on bees\n<\/task>/)
  })
})

describe('What the author rules out', () => {
  it('does not treat a poem about a website as a coding task', () => {
    const result = optimize('a poem about my website going down', 'Text')
    expect(result).not.toMatch(/engineer|developer|\bfiles?\b|run it/i)
    expect(result).toContain('a poem about my website going down')
  })

  it.each([[], ['suno'], ['udio'], ['stable-audio'], ['elevenlabs']])(
    'adds nothing about vocals to a track without vocals (%s)',
    (...models) => {
      const result = optimize('calm ambient track with no vocals', 'Audio', ...models)
      expect(result).not.toMatch(/verse|chorus|lyrics|voice|narrator/i)
    },
  )
})
