import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { modelIds } from '#core/model-catalogue.ts'
import { buildChatMessages } from './build-messages.ts'
import * as current from './version-2.ts'

const instruction = (type: 'Image' | 'Code' | null, ...models: string[]) =>
  buildChatMessages({ prompt: 'The prompt', type, models }).conversation[0]?.content ?? ''

describe('The instruction', () => {
  it('has the fingerprint of its version: a change needs a new version', () => {
    const { VERSION, BASE_INSTRUCTION, TYPE_INSTRUCTIONS, FAMILY_INSTRUCTIONS } = current
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([VERSION, BASE_INSTRUCTION, TYPE_INSTRUCTIONS, FAMILY_INSTRUCTIONS]))
      .digest('hex')
    expect(fingerprint.slice(0, 16)).toMatchInlineSnapshot(`"dbd7fb58b79a9b70"`)
  })

  it('covers the type and the families of the chosen models', () => {
    expect(instruction('Image', 'midjourney')).toMatch(
      /makes images[\s\S]*meant for: Midjourney[\s\S]*--stylize/,
    )
    expect(instruction('Code')).not.toContain('Midjourney')
    expect(instruction(null)).toContain('see from its content')
    expect(instruction('Code', 'claude-code', 'cursor')).toMatch(/XML-like[\s\S]*in an editor/)
  })

  it('begins the same for every model and has unpredictable delimiters', () => {
    const secrets = new Set<string>()
    for (const id of modelIds) {
      const { conversation, secret } = buildChatMessages({ prompt: 'x', type: null, models: [id] })
      expect(conversation[0]?.content.startsWith(current.BASE_INSTRUCTION)).toBe(true)
      secrets.add(secret)
    }
    expect(secrets.size).toBe(modelIds.length)
  })
})
