/** Labels for password scores 0 to 4. A password needs a score of at least 3 to be accepted. */
export const passwordStrengthLabels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 200
export const MAX_EMAIL_LENGTH = 254
export const MAX_NAME_LENGTH = 100

/** The numbers of days after which an API token can expire. */
export const tokenLifetimes = [30, 90, 365] as const
/** How many people can join with one invitation, how many open ones a member has, and after how many days they end. */
export const MAX_INVITATION_USES = 25
export const MAX_OPEN_INVITATIONS = 5
export const invitationDays = [1, 7, 30] as const
export const MAX_API_TOKENS = 50
/** The number of programs on a page of the admin panel. */
export const MAX_LISTED_APPLICATIONS = 50

/**
 * The values that a person submitted and their errors, used to show the form again. The password is never sent back.
 */
export type AccountForm = {
  email: string
  name: string
  errors: { email?: string; name?: string; password?: string; code?: string; form?: string }
}

export const emptyAccountForm: AccountForm = { email: '', name: '', errors: {} }

type Errors = AccountForm['errors']

/** A page of the embedded identity provider, or one that looks like it. The server renders it without the site's layout. */
export type ProviderPage =
  | { page: 'message'; title: string; text: string }
  /** The page that the sign-in popup shows until the provider's page loads. */
  | { page: 'opening' }
  | {
      page: 'sign-in'
      uid: string
      sendsMail: boolean
      adminContact: string | undefined
      supportsPasskeys: boolean
      /** Why no account can be created; null if one can. */
      signUpError: string | null
      form: AccountForm
    }
  /** `shownAt` is sent back with the form, which a program fills in too fast. The browser solves `challenge`. */
  | { page: 'sign-up'; uid: string; shownAt: string; challenge: string | null; form: AccountForm }
  | { page: 'passkey'; uid: string; error?: string }
  /** The page that asks for the second step after the password, or for a recovery code instead. */
  | {
      page: 'second-step'
      uid: string
      hasApp: boolean
      hasPasskeys: boolean
      isRecovery: boolean
      adminContact: string | undefined
      errors: Errors
    }
  | { page: 'forgot-password'; uid: string; form: AccountForm }
  /** This page is the same whether or not the account exists. */
  | { page: 'reset-link-sent'; uid: string; email: string }
  /** The password changes only when the form is submitted, so a mail program can safely open the link to check it. */
  | { page: 'reset-password'; token: string; errors: Errors }
  /**
   * In a browser that has not signed in to the account, the page asks for the password. Otherwise, someone could sign up
   * with another person's email and have that person confirm it with one click.
   */
  | { page: 'confirm-email'; token: string; email: string; needsPassword: boolean; errors: Errors }
  /** `form` is the form of the provider's library, whose id is `op.logoutForm`. */
  | { page: 'sign-out'; form: string }
  | { page: 'unsubscribe'; token: string }
  | { page: 'invitation'; token: string; inviter: string }
  /** The page that asks for the code that a device shows. `action` and `xsrf` are the library's. */
  | { page: 'device-code'; action: string; xsrf: string; isWrong: boolean }
  /** The page that asks whether the device shows this code. */
  | { page: 'device-confirmation'; action: string; xsrf: string; name: string; code: string }

export const buildInteractionPath = (uid: string): string =>
  `/identity/interaction/${encodeURIComponent(uid)}`

export const buildSecondStepPath = (uid: string): string => `${buildInteractionPath(uid)}/second-step`
