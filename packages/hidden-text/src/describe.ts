import type { HiddenKind } from './finding.ts'

const kinds: Record<HiddenKind, { one: string; many: string }> = {
  'invisible-characters': { one: '1 invisible character', many: 'invisible characters' },
  'direction-override': {
    one: 'a character that reverses the order of letters',
    many: 'characters that reverse the order of letters',
  },
  'encoded-command': { one: 'text that decodes to a command', many: 'texts that decode to commands' },
  'network-script': {
    one: 'a command that runs a script from the internet',
    many: 'commands that run scripts from the internet',
  },
  'disguised-link': {
    one: 'a link that opens another site than it shows',
    many: 'links that open other sites than they show',
  },
  'override-instruction': {
    one: 'an instruction to ignore other instructions',
    many: 'instructions to ignore other instructions',
  },
  'exfiltration-instruction': {
    one: 'an instruction to send private data elsewhere',
    many: 'instructions to send private data elsewhere',
  },
}

/** Says what was found, as a part of a sentence: `32 invisible characters`. */
export const describeHidden = (kind: HiddenKind, count: number): string =>
  count === 1 ? kinds[kind].one : `${count} ${kinds[kind].many}`

/** Lists what was found in a sentence: `3 invisible characters and a link that opens another site than it shows`. */
export const listHiddenKinds = (found: readonly { kind: HiddenKind; count: number }[]): string =>
  new Intl.ListFormat('en').format(found.map(({ kind, count }) => describeHidden(kind, count)))
