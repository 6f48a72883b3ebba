import { describe, expect, it } from 'vitest'
import type { PostType } from '#features/catalogue/contract.ts'
import { optimizeByRules } from './optimize-by-rules.ts'

const optimize = (prompt: string, type: PostType | null = null, ...models: string[]) =>
  optimizeByRules({ prompt, type, models })

describe('A prompt for text', () => {
  it('gets role, task, context, requirements and output, and asks for what it lacks', () => {
    expect(
      optimize('Write a newsletter about our new bakery', 'Text'),
    ).toBe(`You are a writer of clear and courteous messages.

## Task
Write a newsletter about our new bakery

## Context
- Situation: ${`\${situation:nothing further to know}`}
- Audience: ${`\${audience:the person it is sent to}`}

## Requirements
- Tone: ${`\${tone:polite and direct}`}
- Do not invent facts: where something needed is missing, say so or ask.

## Output
- Format: ${`\${format:subject line, then the message}`}
- Length: ${`\${length:under 180 words}`}`)
  })

  it('puts the sentences of its author where they belong, in their words', () => {
    const made = optimize(
      `You are a travel writer. Describe \${city} in autumn for families. Never mention hotels. Your answer should be a table. My first city is "Porto".`,
      'Text',
    )
    expect(made).toMatch(
      /^You are a travel writer\.\n\n## Task\nDescribe \$\{city\} in autumn for families\./,
    )
    expect(made).toMatch(/## Requirements\n- Never mention hotels\./)
    expect(made).toMatch(/## Output\n- Your answer should be a table\./)
    expect(made).toMatch(/## Input\nMy first city is "Porto"\.$/)
  })

  it.each([
    ['a role', 'You are a chemist. Explain soap.', /You are a teacher/],
    ['an audience', 'Explain soap to children.', /Audience/],
    ['a tone', 'Explain soap in a humorous tone.', /Tone:/],
    ['a length', 'Explain soap in 100 words.', /Length:/],
    ['a format', 'Explain soap as a table.', /Format:/],
    ['steps', 'Explain soap step by step.', /## Steps/],
    ['a background', 'Explain soap. Context: a school fair.', /Known already/],
  ])('never says twice what is there: %s', (_, prompt, asked) => {
    expect(optimize('Explain soap.', 'Text')).toMatch(asked)
    expect(optimize(prompt, 'Text')).not.toMatch(asked)
  })

  it('keeps a layout of its author, and adds only what is open at its end', () => {
    const prompt = '# Goal\nPlan a garden\n\n# Rules\n- no pesticides\n- at most 20 m²'
    const made = optimize(prompt, 'Text')
    expect(made).toContain(prompt)
    expect(made).toMatch(/## Further details\n- Audience:/)
  })

  it('sees what a task asks for, also where it is a line with a variable', () => {
    expect(optimize(`Write a poem about \${sea:the sea}`, 'Text')).toMatch(/^You are a poet/)
  })

  it('leaves a conversation part or a machine without what makes no sense there', () => {
    const made = optimize(
      'I want you to act as a SQL terminal. I will type commands. Only reply with the output, and nothing else.',
      'Text',
    )
    expect(made).not.toMatch(/Tone|Audience|Length/)
  })

  it('speaks German, French, Spanish and Portuguese, and elsewhere asks for the language of the task', () => {
    expect(optimize('Schreibe einen Brief an die Nachbarn über das Fest', 'Text')).toMatch(
      /## Aufgabe\n.*\n\n## Kontext/,
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
      expect(optimize(prompt, 'Text')).toContain('Answer in the language of the task.')
  })
})

describe('A prompt for code', () => {
  it('asks for language, interfaces, edge cases and tests', () => {
    const made = optimize('Write something that merges two sorted lists', 'Code')
    for (const asked of [
      'language',
      'inputs_and_outputs',
      'edge_cases',
      'tests',
      'answer_format',
      'constraints',
    ])
      expect(made).toContain(`\${${asked}:`)
  })

  it('does not ask for a language that is named', () => {
    for (const named of ['in Rust', 'in C++', 'with React', 'as a bash script'])
      expect(optimize(`Merge two sorted lists ${named}`, 'Code')).not.toContain(`\${language`)
  })
})

describe('A prompt for pictures', () => {
  it('gets composition, light, lens, style, aspect and what to leave out', () => {
    const made = optimize('a portrait of an old sailor', 'Image')
    for (const label of ['Light', 'Lens', 'Style', 'Aspect ratio', 'Leave out'])
      expect(made).toContain(`\n${label}: `)
    // A portrait is a composition.
    expect(made).not.toContain('Composition')
  })

  it('follows Midjourney: one paragraph, then parameters, those of its author kept', () => {
    const made = optimize('a red fox in snow --ar 2:3', 'Image', 'midjourney')
    expect(made).toMatch(
      /^a red fox in snow, \$\{composition:[^\n]*\} --ar 2:3 --stylize \$\{stylize:150\} --no \$\{leave_out:[^\n]*\}$/,
    )
  })

  it('follows Stable Diffusion: weighted tags and a negative prompt', () => {
    const made = optimize('a red fox in snow', 'Image', 'stable-diffusion')
    expect(made).toMatch(/^\(a red fox in snow:1\.2\), \(\$\{composition:[^\n]*:1\.1\)/)
    expect(made).toMatch(
      /\nNegative prompt: \$\{negative_prompt:low quality, blurry, text, watermark, distorted shapes\}$/,
    )
  })

  it('adds keys to a prompt that is JSON, which it stays', () => {
    const prompt = '{\n    "subject": "a fox",\n    "style": "ink"\n}'
    const made = optimize(prompt, 'Image')
    expect(made.startsWith(prompt.slice(0, -2))).toBe(true)
    expect(JSON.parse(made)).toMatchObject({
      subject: 'a fox',
      style: 'ink',
      aspect_ratio: `\${aspect_ratio:3:2}`,
    })
  })
})

describe('A prompt for films and sound', () => {
  it('gets shot, movement, duration and sound', () => {
    const made = optimize('a train crosses a bridge at dawn', 'Video', 'sora-openai')
    for (const label of ['Shot', 'Camera movement', 'Duration', 'Sound'])
      expect(made).toContain(`\n${label}: `)
    expect(made).not.toContain('\nLight: ')
  })

  it('gets genre, tempo, instruments and voice', () => {
    const made = optimize('music for a slow morning', 'Audio')
    for (const label of ['Genre', 'Instruments', 'Voice']) expect(made).toContain(`\n${label}: `)
    expect(made).not.toContain('Tempo')
  })

  it('follows Suno: a line of style and sections for the lyrics', () => {
    const made = optimize('a folk song about my village', 'Audio', 'suno')
    expect(made).toMatch(/\n\nStyle: \$\{tempo:[^\n]*\n\n\[Verse 1\]\n/)
    expect(optimize('[Chorus]\nla la la', 'Audio', 'suno')).not.toContain('[Verse 1]')
  })

  it('asks a speaker for voice, pace and emotion, not for a genre', () => {
    const made = optimize('Welcome aboard, ladies and gentlemen', 'Audio', 'elevenlabs')
    expect(made).toMatch(/\nVoice: .*\nPace: .*\nEmotion: /)
    expect(made).not.toContain('Genre')
  })
})

describe('The type', () => {
  it.each([
    ['a photo of a lighthouse', /\nLens: /],
    ['a drone shot over dunes', /\nCamera movement: |\nDuration: /],
    ['a lo fi beat for studying', /\nInstruments: /],
    ['write a python function that sorts', /Edge cases: /],
    ['write a toast for my sister', /## Task/],
  ])('is seen from the words where none is chosen: %s', (prompt, made) => {
    expect(optimize(prompt)).toMatch(made)
  })

  it('follows the model that is named', () => {
    expect(optimize('a lighthouse', null, 'suno')).toContain('[Chorus]')
  })
})

describe('Claude', () => {
  it('is given tags', () => {
    const made = optimize('Write a report on bees', 'Text', 'claude')
    expect(made).toMatch(/^<role>\n[^<]+\n<\/role>\n\n<task>\nWrite a report on bees\n<\/task>/)
  })
})
