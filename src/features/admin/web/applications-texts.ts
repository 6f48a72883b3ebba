import { formatCountWithNoun } from './format-count-with-noun.ts'

/** UI strings for the Programs tab. */
export const programTexts = {
  program: 'Program',
  host: 'Returns to',
  noHost: 'a device that shows a code',
  members: 'Members',
  lastUsed: 'Last used',
  never: 'Never',
  neverUsed: 'never used',
  connected: (count: number) => `connected by ${formatCountWithNoun(count, 'member')}`,
  registered: 'registered here',
  isBlocked: 'Blocked',
  block: 'Block',
  blockNamed: (name: string) => `Block ${name}`,
  blockTitle: (name: string) => `Block “${name}”?`,
  blockText: (count: number) =>
    `It stops working at once for ${formatCountWithNoun(count, 'member')}, and nobody can connect it.`,
  blocked: (name: string) => `Blocked ${name}`,
  allow: 'Allow again',
  allowNamed: (name: string) => `Allow ${name} again`,
  allowTitle: (name: string) => `Allow “${name}” again?`,
  allowText: 'Members can connect it again.',
  allowed: (name: string) => `Allowed ${name} again`,
  older: 'Show older programs',
} as const
