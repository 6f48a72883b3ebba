import type { ErrorKind, ErrorMembers } from './error-members.ts'
import { accessMessages } from './viewer.ts'

/**
 * Every error code of the API (docs/spec/errors.md#error-codes). Clients rely on these codes, so the meaning
 * of a code never changes, and an unused code is removed only after a deprecation.
 */
export const errorKinds = {
  'validation-failed': {
    status: 400,
    title: 'The input is not valid',
    note: 'Every invalid field is listed in `issues`.',
    members: ['issues'],
  },
  'malformed-request': { status: 400, title: 'Bad request' },
  'request-rejected': {
    status: 400,
    title: 'The request was rejected',
    note: 'The status is that of the HTTP rule that was broken.',
  },
  'upload-too-slow': {
    status: 400,
    title: 'The upload was too slow. Try again on a faster connection.',
  },
  'wrong-piece-size': {
    status: 400,
    title: 'The piece does not have the expected size',
    note: 'Each piece has 524,288 bytes, and the last one what is left.',
  },
  'upload-incomplete': { status: 400, title: 'Part of the file has not arrived yet' },
  'unstorable-text': { status: 400, title: 'The text contains characters that cannot be stored' },
  'post-not-private': { status: 400, title: 'This post is public, so it has no private link' },
  'passkey-rejected': { status: 400, title: "We couldn't verify this passkey. Try again." },
  'sign-in-expired': { status: 400, title: 'This sign-in has expired' },
  'two-credentials': {
    status: 400,
    title: 'Send either a session cookie or a token, not both',
  },

  'not-signed-in': { status: 401, title: 'You are not signed in' },
  'sign-in-failed': {
    status: 401,
    title: 'There was an error signing you in. Please try again.',
    note: 'The ID token is invalid, expired, or already used in another browser.',
  },
  'token-invalid': {
    status: 401,
    title: 'The token is wrong or has been revoked',
    note: 'The message says if it is malformed or has expired.',
  },

  'not-allowed': { status: 403, title: "You don't have permission to do this" },
  'profile-incomplete': { status: 403, title: accessMessages.profileIncomplete },
  'account-waiting': { status: 403, title: accessMessages.accountWaiting },
  'account-muted': { status: 403, title: accessMessages.accountMuted },
  'account-suspended': { status: 403, title: accessMessages.accountSuspended },
  'sign-up-closed': { status: 403, title: 'This site does not accept new accounts.' },
  'invitation-required': {
    status: 403,
    title: 'You need an invitation to create an account here. Open the link of a member first.',
    note: 'There is none, or it has ended or been used up.',
  },
  'invitations-not-allowed': { status: 403, title: 'You cannot invite others on this site' },
  'email-domain-blocked': {
    status: 403,
    title: 'This site does not accept new accounts with an email of this domain. Use another email.',
  },
  'recent-sign-in-required': {
    status: 403,
    title: 'Sign in again to continue. Your last sign-in was more than 10 minutes ago.',
    members: ['signInAgain'],
  },
  'token-scope-missing': {
    status: 403,
    title: 'The token does not have the scope that this request needs',
    members: ['scope'],
  },
  'token-not-accepted': {
    status: 403,
    title: 'This is only possible in a browser in which you are signed in, not with a token',
  },
  'cross-origin-request': { status: 403, title: 'This request came from another site' },
  'private-post-read-only': {
    status: 403,
    title:
      'As an admin, you can read this private post but not interact with it. Open its link to participate.',
  },
  'own-post-suggestion': { status: 403, title: 'You can edit your own post' },
  'private-post-suggestion': { status: 403, title: 'Only public posts can be edited together' },
  'own-post-result': { status: 403, title: 'Others say whether your prompt works' },
  'private-source': {
    status: 403,
    title: 'A remix of a private prompt must be private.',
  },
  'edit-window-closed': {
    status: 403,
    title: 'You can only edit a comment within 15 minutes of posting it.',
  },
  'email-not-confirmed': {
    status: 403,
    title: 'Confirm your email before you add a second step. The link is in the mail that we sent you.',
  },
  'webhooks-disabled': { status: 403, title: 'Webhooks are switched off on this site' },
  'admin-protected': { status: 403, title: 'Admins cannot be muted or deleted' },
  'own-subject': { status: 403, title: 'This is about you, so somebody else has to decide' },
  'appeal-by-decider': {
    status: 403,
    title: 'You made this decision, so somebody else has to answer the appeal',
  },
  'higher-role': { status: 403, title: 'You cannot decide about somebody with this role' },
  'not-your-audit-event': {
    status: 403,
    title: 'Only the admin who took this action can add a reason',
  },

  'not-found': { status: 404, title: 'Not found' },
  'post-not-found': {
    status: 404,
    title: 'Post not found',
    note: 'The post does not exist, or you may not know that it does.',
  },
  'private-post-not-found': {
    status: 404,
    title: 'Private Post Not Found',
    note: 'The private link is wrong or has been renewed.',
  },
  'subject-not-found': {
    status: 404,
    title: 'This does not exist any longer',
    note: 'It does not exist, or you may not know that it does.',
  },
  'case-not-found': {
    status: 404,
    title: 'Case not found',
    note: 'It does not exist, or it is not about a topic that you look after.',
  },
  'report-not-found': {
    status: 404,
    title: 'Report not found',
    note: 'It does not exist, you have withdrawn it, or it is not yours.',
  },
  'notice-link-invalid': {
    status: 404,
    title: 'This link is wrong or has expired. Send your report again.',
  },
  'appeal-not-found': {
    status: 404,
    title: 'Appeal not found',
    note: 'It does not exist, or it is not about a topic that you look after.',
  },
  'decision-not-found': { status: 404, title: 'Decision not found' },
  'suggested-edit-not-found': { status: 404, title: 'This suggested edit does not exist' },
  'version-not-found': { status: 404, title: 'This version does not exist' },
  'skill-not-found': {
    status: 404,
    title: 'This skill does not exist',
    note: 'The post is no skill, it has no such version or file, or the version is withdrawn.',
  },
  'collection-not-found': {
    status: 404,
    title: 'Collection not found',
    note: 'It does not exist, or it is private.',
  },
  'draft-not-found': {
    status: 404,
    title: 'Draft not found',
    note: 'It does not exist, or it is not yours.',
  },
  'not-in-collection': { status: 404, title: 'This post is not in the collection' },
  'upload-not-found': {
    status: 404,
    title: 'This upload has expired. Choose the file again.',
    note: 'It was cancelled, or no piece of it has arrived for an hour.',
  },
  'comment-not-found': { status: 404, title: 'Comment not found' },
  'vote-target-not-found': { status: 404, title: 'Post or comment not found' },
  'invitation-not-found': { status: 404, title: 'This invitation no longer exists' },
  'sign-up-not-found': { status: 404, title: 'This account no longer waits for approval' },
  'tag-not-found': { status: 404, title: 'No posts have this tag' },
  'topic-not-found': { status: 404, title: 'Topic not found' },
  'cannot-follow-yourself': { status: 400, title: "You can't follow yourself" },
  'cannot-block-yourself': { status: 400, title: "You can't block yourself" },
  'cannot-mute-yourself': { status: 400, title: "You can't mute yourself" },
  'cannot-follow-own-collection': { status: 400, title: "You can't follow your own collection" },
  'cannot-invite-yourself': { status: 400, title: 'This collection is yours already' },
  'user-not-found': { status: 404, title: 'User not found' },
  'session-not-found': { status: 404, title: 'This session has already ended' },
  'connection-request-expired': {
    status: 409,
    title: 'This request has expired. Start again in the program.',
    note: 'Or another browser has opened it.',
  },
  'application-blocked': { status: 403, title: 'An admin of this site has blocked this program' },
  'application-not-found': { status: 404, title: 'This program is not connected' },
  'token-not-found': { status: 404, title: 'This token has already been revoked' },
  'notification-not-found': { status: 404, title: 'Notification not found' },
  'optimization-not-found': { status: 404, title: 'Optimization not found' },
  'audit-event-not-found': { status: 404, title: "We couldn't find that audit event" },
  'request-not-found': { status: 404, title: 'This request no longer exists' },
  'no-password': { status: 404, title: 'This account has no password on this site' },
  'second-factor-not-found': { status: 404, title: 'This account has no such second step' },
  'webhook-not-found': { status: 404, title: 'This webhook does not exist' },
  'delivery-not-found': { status: 404, title: 'This message is no longer in the log' },
  'job-not-found': { status: 404, title: 'This failed job no longer exists' },
  'contact-message-not-found': { status: 404, title: 'This message no longer exists' },
  'feedback-not-found': { status: 404, title: 'This feedback no longer exists' },
  'admin-code-unavailable': {
    status: 404,
    title: 'This site already has an admin, or the code has expired',
  },

  'request-in-progress': {
    status: 409,
    title: 'The same request is still being processed. Repeat it in a moment.',
    members: ['retryAfter'],
  },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },

  'concurrent-change': {
    status: 409,
    title: 'Something else changed this at the same time. Reload the page and try again.',
  },
  'tag-being-renamed': {
    status: 409,
    title: 'Posts with this tag are still being given its new name. Try again in a minute.',
  },
  'too-many-invitations': {
    status: 409,
    title: 'You have 5 open invitations. End one before you create another.',
  },
  'too-many-webhooks': { status: 409, title: 'You have 10 webhooks. Delete one before you create another.' },
  'webhook-not-active': { status: 409, title: 'Switch the webhook on first' },
  'username-taken': { status: 409, title: 'Username is already taken', members: ['field'] },
  'username-locked': {
    status: 409,
    title: "You can't change your username",
    note: 'The profile is already complete.',
    optionalMembers: ['field'],
  },
  'already-reported': { status: 409, title: 'You have already reported this' },
  'too-many-reports': {
    status: 409,
    title: 'You have 20 reports that wait for a decision. Wait until some are decided.',
  },
  'too-many-notices': {
    status: 409,
    title: 'Confirm the reports that you have sent first. Their links are in your mailbox.',
  },
  'already-appealed': { status: 409, title: 'You have already appealed this decision' },
  'appeal-too-late': { status: 409, title: 'The time for an appeal is over' },
  'appeal-answered': { status: 409, title: 'This appeal has been answered' },
  'case-claimed': { status: 409, title: 'Another moderator is working on this case' },
  'case-decided': { status: 409, title: 'This case has been decided' },
  'subject-changed': {
    status: 409,
    title: 'The content has changed since you opened it. Look at it again before you decide.',
    note: 'The current `revision` is in the details of the case.',
  },
  'action-not-possible': {
    status: 409,
    title: 'This cannot be decided about this content',
    note: '`actions` of the case lists what the moderator can decide.',
  },
  'decision-reversed': { status: 409, title: 'This decision has been undone already' },
  'decision-outdated': {
    status: 409,
    title: 'A later decision has changed this. Undo the later one first.',
  },
  'collection-restricted': {
    status: 409,
    title: 'Moderators keep this collection from others, so you cannot change who sees it',
  },
  'post-restricted': {
    status: 409,
    title: 'Moderators keep this post from others, so this cannot be changed now',
    note: 'A removed post cannot be edited, and the author of a restricted post cannot publish it. `restriction` of the post says why.',
  },
  'topic-exists': {
    status: 409,
    title: 'A topic with this link already exists',
    note: '`conflictUrl` is its page.',
    members: ['conflictUrl'],
    optionalMembers: ['field'],
  },
  'topic-already-requested': {
    status: 409,
    title: 'You already requested this topic',
    members: ['field'],
  },
  'contact-message-already-sent': { status: 409, title: 'We already have this message from today.' },
  'contact-message-already-answered': { status: 409, title: 'This message has already been answered' },
  'mail-not-configured': {
    status: 409,
    title: 'This site cannot send mail. Answer from your own mail program.',
  },
  'feedback-already-sent': { status: 409, title: 'We already have your feedback from today.' },
  'ad-request-already-sent': { status: 409, title: 'We already have your request from today.' },
  'version-withdrawn': {
    status: 409,
    title:
      'This version is hidden from readers, so it cannot be restored. If a decision hid it, you can appeal that decision.',
  },
  'removed-prompt': {
    status: 409,
    title:
      'Moderators have removed a post of yours with this prompt. Appeal their decision, or change the prompt.',
    note: 'Until the time for an appeal is over. The prompt can be kept in a private post.',
  },
  'duplicate-prompt': {
    status: 409,
    title: 'You already published this prompt in this topic in the last 24 hours',
    note: '`conflictUrl` is the page of that post.',
    members: ['conflictUrl'],
  },
  'duplicate-comment': {
    status: 409,
    title: 'You already posted this comment within the last day',
    note: '`conflictUrl` leads to that comment.',
    members: ['conflictUrl'],
  },
  'authenticator-app-exists': {
    status: 409,
    title: 'You already have an authenticator app. Remove it before you add another.',
  },
  'authenticator-app-expired': {
    status: 409,
    title: 'This took too long. Start again with a new QR code.',
  },
  'email-confirmed': { status: 409, title: 'Your email needs no confirmation' },
  'last-admin': {
    status: 409,
    title: 'This is the only admin. Make somebody else an admin first.',
    note: 'Muted admins do not count.',
  },
  'too-many-passkeys': { status: 409, title: 'You have 20 passkeys. Remove one before you add another.' },
  'too-many-tokens': { status: 409, title: 'You have 50 tokens. Revoke one before you create another.' },
  'too-many-collections': {
    status: 409,
    title: 'You have 200 collections. Delete one before you create another.',
  },
  'too-many-drafts': {
    status: 409,
    title: 'You have 100 drafts. Delete one before you save another.',
  },
  'draft-published': {
    status: 409,
    title: 'You already published this draft',
    note: '`conflictUrl` is the page of the post.',
    members: ['conflictUrl'],
  },
  'collection-full': { status: 409, title: 'A collection has at most 2,000 posts' },
  'too-many-editors': {
    status: 409,
    title: 'A collection has at most 20 editors. Remove one before you invite another.',
  },
  'too-many-edited-collections': {
    status: 409,
    title: 'You edit 100 collections of others. Leave one before you accept.',
  },
  'too-many-followed-collections': {
    status: 409,
    title: 'You follow 100 collections. Unfollow one first.',
  },
  'too-many-suggested-edits': {
    status: 409,
    title: 'Too many suggested edits of this post wait for a decision. Try again when some are decided.',
  },
  'suggested-edit-decided': { status: 409, title: 'This suggested edit is already decided' },
  'suggested-edit-outdated': {
    status: 409,
    title: 'The texts have changed since you opened this edit. Ask for changes, or edit the post yourself.',
  },
  'version-is-current': {
    status: 409,
    title: 'This is the current version. Edit or delete the post instead.',
  },
  'mail-unavailable': { status: 409, title: 'This site sends no mail' },
  'email-not-verified': {
    status: 409,
    title: "Your email isn't verified, so we can't send you summaries.",
    note: 'The identity provider has to say that the email is verified.',
  },
  'reason-exists': { status: 409, title: 'This action already has a reason' },
  'password-changed-elsewhere': {
    status: 409,
    title: 'Your password was just changed somewhere else. Please try again.',
  },

  'body-too-large': { status: 413, title: 'The request is too large' },
  'file-too-large': {
    status: 413,
    title: 'This file is too large',
    note: 'The file has too many bytes or pixels, or takes too long to process.',
    optionalMembers: ['field'],
  },
  'url-too-long': { status: 414, title: 'The URL is too long' },
  'unsupported-media-type': { status: 415, title: 'This type of request body is not supported' },
  'unsupported-file': {
    status: 415,
    title: 'This file is not of a supported type',
    members: ['field'],
  },
  'headers-too-large': { status: 431, title: 'The request is too long' },

  'too-many-follows': {
    status: 409,
    title: 'You follow as many people as one can. Unfollow somebody first.',
  },
  'too-many-mutes': {
    status: 409,
    title: 'You have muted as much as one can. Unmute something first.',
  },
  'too-many-muted-posts': {
    status: 409,
    title: 'You have muted as many posts as one can. Unmute one first.',
  },
  'too-many-blocks': {
    status: 409,
    title: 'You block as many people as one can. Unblock somebody first.',
  },
  'changed-since-read': {
    status: 412,
    title: 'It has been changed since you read it. Load it again, then repeat your change.',
    note: 'The `If-Match` header names another revision than the current one.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This `Idempotency-Key` belongs to another request',
  },
  'newcomer-limit': {
    status: 429,
    title: 'As a newcomer, you cannot add more of this today',
    note: 'Newcomers have limits for a day, which end when they have become members (docs/spec/moderation.md#trust).',
    members: ['retryAfter'],
  },
  'rate-limited': { status: 429, title: 'Too many requests.', members: ['retryAfter'] },
  'too-many-streams': {
    status: 429,
    title: 'Too many open streams',
    members: ['retryAfter'],
  },

  'internal-error': { status: 500, title: 'Something went wrong on our end. Try again later.' },

  'database-unavailable': {
    status: 503,
    title: 'The database is temporarily unavailable',
    members: ['retryAfter'],
  },
  'site-busy': {
    status: 503,
    title: 'The site is busy right now. Try again in a few seconds.',
    members: ['retryAfter'],
  },
  'uploads-busy': {
    status: 503,
    title: 'Too many uploads are in progress. Try again in a few seconds.',
    members: ['retryAfter'],
  },
  'files-unavailable': {
    status: 503,
    title: 'The file store is temporarily unavailable. Try again in a few seconds.',
    members: ['retryAfter'],
  },
  'file-processing-failed': {
    status: 503,
    title: 'The image could not be processed. Try again.',
    members: ['retryAfter'],
  },
  'sign-in-unavailable': {
    status: 503,
    title: 'The sign-in service is temporarily unavailable',
    members: ['retryAfter'],
  },
  'optimizer-unavailable': {
    status: 503,
    title: 'The AI service is unavailable right now. Please try again later.',
    note: 'The AI service failed, took too long, or returned an unusable response.',
    members: ['retryAfter'],
  },
  'optimizer-busy': {
    status: 503,
    title: 'Too many prompts are being optimized right now. Please try again in a moment.',
    members: ['retryAfter'],
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorKinds

/** Returns the declaration of a code, for code that handles any error. */
export const getErrorKind = (code: ErrorCode): ErrorKind => errorKinds[code]

type NamesIn<C extends ErrorCode, K extends 'members' | 'optionalMembers'> = (typeof errorKinds)[C] extends {
  [P in K]: readonly (infer Name extends keyof ErrorMembers)[]
}
  ? Name
  : never

/** The required and optional members of an error with this code. */
export type ErrorCodeMembers<C extends ErrorCode> = Pick<ErrorMembers, NamesIn<C, 'members'>> &
  Partial<Pick<ErrorMembers, NamesIn<C, 'optionalMembers'>>>
