import { describe, expect, it } from 'vitest'
import type { PostType } from '#features/catalogue/contract.ts'
import { optimizeByRules } from './optimize-by-rules.ts'

const optimize = (prompt: string, type: PostType | null = null, ...models: string[]) =>
  optimizeByRules({ prompt, type, models })

describe('A prompt for text', () => {
  it('gets a role, headings and blanks for what it lacks when its request names its kind', () => {
    expect(
      optimize('Write a newsletter about our new bakery', 'Text'),
    ).toBe(`You are an experienced writer of letters and emails.

## Task
Write a newsletter about our new bakery

## Context
- Situation: ${`\${situation:as the task describes it}`}

## Requirements
- Tone: ${`\${tone:one that suits the purpose}`}

## Output
- Length: ${`\${length:as long as the task needs}`}`)
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
    ['a role', 'You are a chemist. Write an essay on soap.', /You are an experienced writer/],
    ['an audience', 'Explain soap to children.', /Audience/],
    ['a tone', 'Write an essay on soap in a humorous tone.', /Tone:/],
    ['a length', 'Explain soap in 100 words.', /Length:/],
    ['a format', 'Explain soap as a table.', /Format:/],
  ])('never says twice what is there: %s', (_, prompt, asked) => {
    expect(optimize('Explain soap.', 'Text') + optimize('Write an essay on soap.', 'Text')).toMatch(asked)
    expect(optimize(prompt, 'Text')).not.toMatch(asked)
  })

  it('keeps a layout of its author, and adds blanks at its end only where the request names its kind', () => {
    const garden = '# Goal\nPlan a garden\n\n# Rules\n- no pesticides\n- at most 20 m²'
    expect(optimize(garden, 'Text')).toBe(garden)
    const letter = 'Write a letter to the council:\n- thank them for the park\n- ask for benches'
    expect(optimize(letter, 'Text')).toMatch(
      /^You are [^\n]+\n\nWrite a letter[\s\S]+benches\n\n## Further details\n- /,
    )
  })

  it('leaves the sentences of its author in their order', () => {
    const prompt = 'Describe the harbour. Return it in markdown. Never exaggerate. Mention the old crane.'
    expect(optimize(prompt, 'Text')).toContain(prompt)
    expect(optimize('Describe the harbour. Your answer should be a list. Never exaggerate.', 'Text')).toMatch(
      /Describe the harbour\.[\s\S]+Your answer should be a list\.[\s\S]+Never exaggerate\./,
    )
  })

  it('does not take apart a text that is pasted into it', () => {
    const prompt = 'Translate into French: You are late. Do not give up. Answer in the morning.'
    expect(optimize(prompt, 'Text')).toContain(prompt)
  })

  it('gets structure and nothing else where the kind of request is unsure', () => {
    for (const prompt of ['Write me a name generator idea', 'ELI5 what an API is', 'my garden in May'])
      expect(optimize(prompt, 'Text')).toBe(
        `## Task\n${prompt}\n\n## Output\n- Format: \${format:the form that suits the task}\n- Length: \${length:as long as the task needs}`,
      )
  })

  it('uses no headings of a language that may be the wrong one', () => {
    expect(optimize('¿Qué es la fotosíntesis?', 'Text')).toContain('## Tarea')
    expect(optimize('la', 'Text')).toContain('## Task')
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
      /## Aufgabe\n.*\n\n## Ausgabe/,
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
  it('asks for language, interfaces, edge cases and tests', () => {
    const made = optimize('Write a function that merges two sorted lists', 'Code')
    for (const asked of ['language', 'inputs_and_outputs', 'edge_cases', 'tests', 'answer_format'])
      expect(made).toContain(`\${${asked}:`)
  })

  it('gets no role and no blanks of code where it asks for something else', () => {
    for (const prompt of [
      'Write a poem about recursion',
      "Don't write code, just explain how quicksort works",
    ])
      expect(optimize(prompt, 'Code')).not.toMatch(/engineer|language:|tests|edge_cases/)
  })

  it('does not ask for a language that is named', () => {
    for (const named of ['in Rust', 'in C++', 'with React', 'as a bash script'])
      expect(optimize(`Merge two sorted lists ${named}`, 'Code')).not.toContain(`\${language`)
  })
})

describe('A prompt for pictures', () => {
  it('gets light, lens, style, aspect and what to leave out', () => {
    const made = optimize('a headshot of an old sailor, portrait', 'Image')
    for (const label of ['Light', 'Lens', 'Style', 'Aspect ratio', 'Leave out'])
      expect(made).toContain(`\n${label}: `)
    // A portrait is a composition.
    expect(made).not.toContain('Composition')
  })

  it('follows Midjourney: one paragraph, then parameters, those of its author kept', () => {
    const made = optimize('a red fox in snow --ar 2:3', 'Image', 'midjourney')
    expect(made).toMatch(/^a red fox in snow, \$\{composition:[^\n]*\} --ar 2:3 --stylize \$\{stylize:100\}$/)
  })

  it('follows Stable Diffusion: weighted tags and a negative prompt', () => {
    const made = optimize('a red fox in snow', 'Image', 'stable-diffusion')
    expect(made).toMatch(/^\(a red fox in snow:1\.2\), \(\$\{composition:[^\n]*:1\.1\)/)
    expect(made).toMatch(/\nNegative prompt: \$\{negative_prompt:low quality\}$/)
  })

  it('adds keys to a prompt that is JSON, which it stays', () => {
    const prompt = '{\n    "subject": "a fox",\n    "style": "ink"\n}'
    const made = optimize(prompt, 'Image')
    expect(made.startsWith(prompt.slice(0, -2))).toBe(true)
    expect(JSON.parse(made)).toMatchObject({
      subject: 'a fox',
      style: 'ink',
      aspect_ratio: `\${aspect_ratio:a ratio that suits the subject}`,
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

  it('gets genre, tempo and instruments', () => {
    const made = optimize('music for a slow morning', 'Audio')
    for (const label of ['Genre', 'Instruments']) expect(made).toContain(`\n${label}: `)
    expect(made).not.toContain('Tempo')
  })

  it('follows Suno: a line of style, and the sections that the prompt names', () => {
    const made = optimize('a folk song with two verses and a chorus, no bridge', 'Audio', 'suno')
    expect(made).toMatch(/\n\nStyle: \$\{tempo:[^\n]*\n\n\[Verse\]\n\n\[Chorus\]$/)
    expect(optimize('a folk song about my village', 'Audio', 'suno')).not.toContain('[')
    expect(optimize('[Chorus]\nla la la', 'Audio', 'suno')).not.toContain('[Verse]')
  })

  it('asks a speaker for voice, pace and emotion, not for a genre', () => {
    const made = optimize('A voiceover that welcomes passengers aboard', 'Audio', 'elevenlabs')
    expect(made).toMatch(/\nVoice: .*\nPace: .*\nEmotion: /)
    expect(made).not.toContain('Genre')
    const script = 'Welcome aboard, ladies and gentlemen'
    expect(optimize(script, 'Audio', 'elevenlabs')).toBe(script)
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

  it('stays unknown where a word for a picture asks for none', () => {
    for (const prompt of [
      'The image of women in advertising: an essay',
      'a picture is worth a thousand words, explain',
      'a portrait of a marriage, short story',
    ])
      expect(optimize(prompt)).not.toContain('Light: ')
  })

  it('follows the model that is named', () => {
    expect(optimize('a lighthouse', null, 'suno')).toContain('\n\nStyle: ')
  })
})

describe('Claude', () => {
  it('is given tags', () => {
    const made = optimize('Write an essay on bees', 'Text', 'claude')
    expect(made).toMatch(/^<role>\n[^<]+\n<\/role>\n\n<task>\nWrite an essay on bees\n<\/task>/)
  })
})

describe('A chosen type and what the text rules out', () => {
  it('does not take a poem about a website for a task of engineering', () => {
    const made = optimize('a poem about my website going down', 'Text')
    expect(made).not.toMatch(/engineer|developer|\bfiles?\b|run it/i)
    expect(made).toContain('a poem about my website going down')
  })

  it.each([[], ['suno'], ['udio'], ['stable-audio'], ['elevenlabs']])(
    'does not ask for words to sing in a track with no vocals (%s)',
    (...models) => {
      const made = optimize('calm ambient track with no vocals', 'Audio', ...models)
      expect(made).not.toMatch(/verse|chorus|lyrics|voice|narrator/i)
    },
  )
})
