import type { CaseDetails, Decision } from '../../contract.ts'
import type { DecisionAction } from '../../contract-values.ts'

type ActionTexts = {
  /** The key that opens the dialog. */
  key: string
  /** The button that opens the dialog, with an ellipsis if more than a press is asked for. */
  button: string
  title: string
  effect: string
  /** The button that decides. */
  confirm: string
  /** What was decided. */
  done: string
  /** Whether it takes content away from readers, so that its button is red. Muting and suspending a member do not. */
  isDangerous?: true
}

/** What the queue says about each decision, and the key that it has there. */
const actionTexts: Record<DecisionAction, ActionTexts> = {
  dismiss: {
    key: 'd',
    button: 'Dismiss…',
    title: 'Dismiss this case?',
    effect: 'Nothing changes. Those who reported it are told.',
    confirm: 'Dismiss',
    done: 'Dismissed',
  },
  recategorize: {
    key: 't',
    button: 'Topic and tags…',
    title: 'Change topic and tags',
    effect: 'The author is told.',
    confirm: 'Change',
    done: 'Changed topic or tags',
  },
  label: {
    key: 'l',
    button: 'Label…',
    title: 'Change labels',
    effect: 'Every reader sees the labels. The author is told.',
    confirm: 'Change labels',
    done: 'Changed labels',
  },
  hide: {
    key: 'h',
    button: 'Hide until edited…',
    title: 'Hide this until its author edits it?',
    effect: 'Only the author and moderators see it until the author changes it.',
    confirm: 'Hide',
    done: 'Hidden until edited',
  },
  remove: {
    key: 'r',
    button: 'Remove…',
    title: 'Remove this?',
    effect: 'Only the author and moderators see it. The author can appeal.',
    confirm: 'Remove',
    done: 'Removed',
    isDangerous: true,
  },
  'withdraw-version': {
    key: 'v',
    button: 'Withdraw version…',
    title: 'Withdraw this version?',
    effect: 'Readers no longer see this version. The author is told.',
    confirm: 'Withdraw',
    done: 'Withdrew the version',
    isDangerous: true,
  },
  warn: {
    key: 'w',
    button: 'Warn…',
    title: 'Warn the author',
    effect: 'The author gets your words. Nothing else changes.',
    confirm: 'Warn',
    done: 'Warned',
  },
  mute: {
    key: 'm',
    button: 'Mute…',
    title: 'Mute the author',
    effect: 'They can read, but not write what others see.',
    confirm: 'Mute',
    done: 'Muted',
  },
  suspend: {
    key: 's',
    button: 'Suspend…',
    title: 'Suspend the author',
    effect: 'They can read, export and delete what is theirs, and appeal. Nothing else.',
    confirm: 'Suspend',
    done: 'Suspended',
  },
  'remove-all': {
    key: 'x',
    button: 'Remove everything…',
    title: 'Suspend the author and remove everything?',
    effect:
      'The account, or all accounts of this case, are suspended. Their public posts, comments and votes are taken away. Undoing it brings all back.',
    confirm: 'Suspend and remove',
    done: 'Removed everything',
    isDangerous: true,
  },
}

/** What the dismissal of a case is called after which readers see something that they do not see now. */
const dismissals: Record<'first' | 'again' | 'accounts', ActionTexts> = {
  first: {
    key: 'd',
    button: 'Approve…',
    title: 'Approve this post?',
    effect: 'Readers see it from now on. The author is told.',
    confirm: 'Approve',
    done: 'Approved',
  },
  again: {
    key: 'd',
    button: 'Approve…',
    title: 'Approve this?',
    effect: 'Readers see it again. The author and those who reported it are told.',
    confirm: 'Approve',
    done: 'Approved',
  },
  accounts: {
    ...actionTexts.dismiss,
    effect: 'What was hidden and set aside of these accounts is given back, and they are told.',
  },
}

/** What a dismissal shows: a post for the first time, what reports have hidden, what checks have taken from accounts, or nothing. */
export type Dismissal = keyof typeof dismissals | null

type Case = Pick<CaseDetails, 'source' | 'subjectKind' | 'subject'>

const isFirst = (source: CaseDetails['source']): boolean => source === 'first-look' || source === 'edited'

export const getDismissal = ({ source, subjectKind, subject }: Case): Dismissal => {
  if (isFirst(source)) return 'first'
  if (subjectKind === 'member' && source === 'findings') return 'accounts'
  return subject?.isWaiting ? 'again' : null
}

/** Returns what a decision shows that was made after the `previous` one in a case with this source. */
export const getPastDismissal = (
  source: CaseDetails['source'] | undefined,
  previous: Pick<Decision, 'action' | 'moderatorRole'> | undefined,
): Dismissal => {
  if (source === undefined) return null
  if (isFirst(source)) return 'first'
  return previous?.action === 'hide' && previous.moderatorRole === 'automatic' ? 'again' : null
}

/** Returns what a decision is called. */
export const getActionTexts = (action: DecisionAction, dismissal: Dismissal): ActionTexts =>
  action === 'dismiss' && dismissal ? dismissals[dismissal] : actionTexts[action]
