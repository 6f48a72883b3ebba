import type { DecisionAction } from '../../contract-values.ts'

/** The key of each decision in the queue. */
export const actionKeys: Record<DecisionAction, string> = {
  dismiss: 'd',
  recategorize: 't',
  label: 'l',
  hide: 'h',
  remove: 'r',
  'withdraw-version': 'v',
  warn: 'w',
  mute: 'm',
  suspend: 's',
  'remove-all': 'x',
}
