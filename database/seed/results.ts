import type { AuthorName } from './authors.ts'

/** A report that a prompt worked, with the beginning of the model's answer. */
export type SeedResult = { author: AuthorName; model: string; note: string; example: string }

/** Reports by the title of their post. */
export const seedResults: Record<string, SeedResult[]> = {
  'Mock interview that remembers what you said': [
    {
      author: 'kenjimori',
      model: 'claude',
      note: 'Asked back about something I had said ten minutes before.',
      example:
        'Earlier you said the migration was “the team’s idea”. Which part of it did you argue for yourself, who was against it, and what changed their mind?',
    },
  ],
  'Meeting notes to commitments': [
    {
      author: 'lucialima',
      model: 'gemini',
      note: 'Marked the two promises that nobody had an owner for.',
      example:
        'In one breath: the launch moves to 14 May because the audit is late.\n\nCommitments\n- Dana: tell the partners, by Thursday\n- No owner: who updates the price list?',
    },
  ],
  'Cook from what is in the fridge': [
    {
      author: 'tobiasfern',
      model: 'chatgpt',
      note: '',
      example:
        'Chickpeas with burnt lemon and yoghurt, 20 minutes, one pan. You have everything but the herbs; the green ends of the spring onions will do.',
    },
  ],
}
