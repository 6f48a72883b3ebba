import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '#features/admin/server/audit-routes.ts'
import { jobRoutes } from '#features/admin/server/job-routes.ts'
import { moderationNoticeExport } from '#features/admin/server/moderation-notice-query.ts'
import { adminRoutes } from '#features/admin/server/routes.ts'
import { bookmarkRoutes } from '#features/bookmarks/server/routes.ts'
import { bookmarkExport } from '#features/bookmarks/server/store.ts'
import { editedCollectionExport } from '#features/collections/server/editors-query.ts'
import { collectionFeedRoutes } from '#features/collections/server/feed-routes.ts'
import { collectionFollowExport } from '#features/collections/server/follows-query.ts'
import { collectionRoutes } from '#features/collections/server/routes.ts'
import { collectionExport } from '#features/collections/server/store.ts'
import { commentIdempotencyKeySweepJob } from '#features/comments/server/idempotency-query.ts'
import { restrictedCommentExport } from '#features/comments/server/restrictions-query.ts'
import { commentRoutes } from '#features/comments/server/routes.ts'
import { commentExport } from '#features/comments/server/store.ts'
import { draftRoutes } from '#features/drafts/server/routes.ts'
import { draftExport } from '#features/drafts/server/store.ts'
import { feedRoutes } from '#features/feeds/server/routes.ts'
import { apiTokenExport } from '#features/identity/server/api-tokens/api-token-query.ts'
import { apiTokenRoutes } from '#features/identity/server/api-tokens/routes.ts'
import { connectionExport } from '#features/identity/server/applications/application-query.ts'
import { applicationRoutes } from '#features/identity/server/applications/routes.ts'
import { invitationExport, invitedMemberExport } from '#features/identity/server/invitation-query.ts'
import { invitationRoutes } from '#features/identity/server/invitation-routes.ts'
import { mailJobs } from '#features/identity/server/mail-jobs.ts'
import { accountLinkExport } from '#features/identity/server/provider/account-link-query.ts'
import { identityRoutes } from '#features/identity/server/routes.ts'
import { secondFactorRoutes } from '#features/identity/server/second-factors/routes.ts'
import {
  authenticatorAppExport,
  passkeyExport,
  recoveryCodeExport,
} from '#features/identity/server/second-factors/second-factor-query.ts'
import { sessionExport } from '#features/identity/server/session-query.ts'
import { expiredRowsSweepJob } from '#features/identity/server/sweep.ts'
import { importRoutes } from '#features/import/server/routes.ts'
import { mediaSweepJob } from '#features/media/server/sweep-media.ts'
import { uploadRoutes, uploadSweepJob } from '#features/media/server/upload-routes.ts'
import { memberBlockExport } from '#features/members/server/blocks-query.ts'
import { memberFollowExport } from '#features/members/server/member-follows-query.ts'
import { muteExport } from '#features/members/server/mutes-query.ts'
import { signUpRequestExport } from '#features/members/server/sign-up-requests-query.ts'
import { trustJob } from '#features/members/server/trust-job.ts'
import {
  legalNoticeSweepJob,
  noticeConfirmationJob,
  noticeDecisionJob,
  noticeReceiptJob,
} from '#features/moderation/server/legal-notice-jobs.ts'
import { moderationLogRoutes } from '#features/moderation/server/log-routes.ts'
import { reportExport } from '#features/moderation/server/own-reports-query.ts'
import { moderationRoutes } from '#features/moderation/server/routes.ts'
import { statementMailJob } from '#features/moderation/server/statement-mail-job.ts'
import { appealExport, decisionExport } from '#features/moderation/server/store.ts'
import { digestExport } from '#features/notifications/server/digest-query.ts'
import { notificationExport } from '#features/notifications/server/notifications-query.ts'
import { postMuteExport } from '#features/notifications/server/post-mutes-query.ts'
import { quietHoursExport } from '#features/notifications/server/quiet-hours-query.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { digestJob } from '#features/notifications/server/send-digests.ts'
import { disabledNotificationExport } from '#features/notifications/server/settings-query.ts'
import { optimizerRoutes } from '#features/optimizer/server/routes.ts'
import { optimizationExport } from '#features/optimizer/server/store.ts'
import { hiddenTextJob } from '#features/posts/server/hidden-text-query.ts'
import { idempotencyKeySweepJob } from '#features/posts/server/idempotency-query.ts'
import { tagReplacementJob } from '#features/posts/server/rename-tags-query.ts'
import { postRoutes } from '#features/posts/server/routes.ts'
import { postExport, revealExport } from '#features/posts/server/store.ts'
import { tagRefreshJob } from '#features/posts/server/tags-query.ts'
import { accountRoutes } from '#features/profiles/server/account/routes.ts'
import { blockRoutes } from '#features/profiles/server/block-routes.ts'
import { memberFollowRoutes } from '#features/profiles/server/follow-routes.ts'
import { leaderboardRoutes } from '#features/profiles/server/leaderboard-routes.ts'
import { muteRoutes } from '#features/profiles/server/mute-routes.ts'
import { profileRoutes } from '#features/profiles/server/routes.ts'
import { contactAnswerJob, contactMessageSweepJob } from '#features/requests/server/contact-answer-job.ts'
import { adRequestRoutes, contactRoutes, feedbackRoutes } from '#features/requests/server/routes.ts'
import {
  adRequestExport,
  contactMessageExport,
  feedbackExport,
  topicRequestExport,
} from '#features/requests/server/store.ts'
import { resultRoutes } from '#features/results/server/routes.ts'
import { resultExport } from '#features/results/server/store.ts'
import { refreshHotPostsJob } from '#features/search/server/hot-posts-query.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { wordSweepJob } from '#features/search/server/sweep-words.ts'
import { siteTextRoutes } from '#features/site-texts/server/routes.ts'
import { skillRoutes, skillSweepJob } from '#features/skills/server/routes.ts'
import { wellKnownSkillRoutes } from '#features/skills/server/well-known-routes.ts'
import { suggestedEditRoutes } from '#features/suggested-edits/server/routes.ts'
import { suggestedEditExport } from '#features/suggested-edits/server/store.ts'
import { topicFollowRoutes } from '#features/topics/server/follow-routes.ts'
import { topicFollowExport } from '#features/topics/server/follows-query.ts'
import { topicRoutes } from '#features/topics/server/routes.ts'
import { versionRoutes } from '#features/versions/server/routes.ts'
import { versionExport } from '#features/versions/server/store.ts'
import { voteRoutes } from '#features/votes/server/routes.ts'
import { setAsideVoteExport, voteExport } from '#features/votes/server/store.ts'
import { webhookRoutes } from '#features/webhooks/server/routes.ts'
import { webhookExport } from '#features/webhooks/server/store.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ExportSection } from '#server/database/export-section.ts'
import type { Job } from '#server/jobs/job.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { adminUseCaseRoutes } from '#use-cases/admin-routes.ts'
import { collectionUseCaseRoutes } from '#use-cases/collection-routes.ts'
import { rejectedSignUpSweepJob } from '#use-cases/decide-sign-ups.ts'
import { memberDeletionJob } from '#use-cases/delete-user.ts'
import { webhookJob, webhookLogSweepJob } from '#use-cases/deliver-webhooks.ts'
import { invitationWaveJob } from '#use-cases/end-invitations-of-waves.ts'
import { spamJob } from '#use-cases/find-spam.ts'
import { indexQueueJob } from '#use-cases/index-queued-posts.ts'
import { legalNoticeRoutes } from '#use-cases/legal-notice-routes.ts'
import { memberRoutes } from '#use-cases/member-routes.ts'
import { moderationUseCaseRoutes } from '#use-cases/moderation-routes.ts'
import { postUseCaseRoutes } from '#use-cases/post-routes.ts'
import { draftPublicationJob } from '#use-cases/publish-due-drafts.ts'
import { commentPurgeJob } from '#use-cases/purge-comments.ts'
import { postPurgeJob } from '#use-cases/purge-posts.ts'
import { removedPostPurgeJob } from '#use-cases/purge-removed-posts.ts'
import { removedTextPurgeJob } from '#use-cases/purge-removed-texts.ts'
import { reactionRoutes } from '#use-cases/reaction-routes.ts'
import { caseItemsReturnJob, everythingRemovalJob } from '#use-cases/remove-everything.ts'
import { statementRoutes } from '#use-cases/statement-routes.ts'
import { similarPostsJob, similarPostsRenewalJob } from '#use-cases/update-similar-posts.ts'
import { topicPostsJob } from '#use-cases/update-topic-posts.ts'
import { webhookUseCaseRoutes } from '#use-cases/webhook-routes.ts'

type FeatureDependencies = {
  config: Config
  database: Database
  files: FileStore
  exportSections: readonly ExportSection[]
}

/** What a feature contributes to the server. */
type Feature = {
  /** The tables that the feature owns. No other feature writes to them. */
  tables: readonly string[]
  /**
   * Those of the tables whose rows let somebody in: sessions, links, codes and keys. A restored site begins without
   * them, because some have ended since the backup. So do queues of what has been sent since.
   */
  accessTables?: readonly string[]
  /** Functions that register API routes. */
  routes?: readonly ((app: FastifyInstance, dependencies: FeatureDependencies) => void | Promise<void>)[]
  /** The sections that the feature adds to the export of an account. */
  exports?: readonly ExportSection[]
  /** Work that the feature does after requests or on a schedule, once per cluster. */
  jobs?: readonly Job[]
}

/**
 * Every feature, keyed by folder name and in dependency order: a feature's code, on the server and on the
 * web, may import only from features above it. `.dependency-cruiser.cjs` reads the order from here.
 */
export const features: Readonly<Record<string, Feature>> = {
  media: {
    tables: ['media_files', 'media_owners', 'uploads'],
    routes: [uploadRoutes],
    jobs: [mediaSweepJob, uploadSweepJob],
  },
  members: {
    tables: ['users', 'user_search', 'member_follows', 'member_blocks', 'member_mutes', 'sign_up_requests'],
    exports: [memberFollowExport, memberBlockExport, muteExport, signUpRequestExport],
    jobs: [trustJob],
  },
  topics: {
    tables: ['topics', 'user_topic_follows'],
    routes: [topicRoutes, topicFollowRoutes],
    exports: [topicFollowExport],
  },
  identity: {
    tables: [
      'sessions',
      'api_tokens',
      'applications',
      'application_connections',
      'consumed_tokens',
      'local_accounts',
      'known_devices',
      'account_links',
      'admin_codes',
      'provider_keys',
      'provider_payloads',
      'encryption_keys',
      'authenticator_apps',
      'passkeys',
      'recovery_codes',
      'pending_sign_ins',
      'passkey_challenges',
      'invitations',
      'invited_members',
    ],
    accessTables: [
      'sessions',
      'api_tokens',
      'application_connections',
      'known_devices',
      'account_links',
      'admin_codes',
      // Without the keys, no ID token and no cookie of the provider from before is accepted.
      'provider_keys',
      'provider_payloads',
      'recovery_codes',
      'pending_sign_ins',
      'passkey_challenges',
      'invitations',
    ],
    routes: [identityRoutes, secondFactorRoutes, apiTokenRoutes, applicationRoutes, invitationRoutes],
    exports: [
      sessionExport,
      apiTokenExport,
      connectionExport,
      accountLinkExport,
      authenticatorAppExport,
      passkeyExport,
      recoveryCodeExport,
      invitationExport,
      invitedMemberExport,
    ],
    jobs: [expiredRowsSweepJob, ...mailJobs],
  },
  posts: {
    tables: [
      'posts',
      'post_idempotency_keys',
      'post_reveals',
      'private_post_grants',
      'removed_prompts',
      'reveal_counts',
      'reveal_days',
      'similar_posts',
      'tags',
      'tag_redirects',
    ],
    routes: [postRoutes],
    exports: [postExport, revealExport],
    jobs: [idempotencyKeySweepJob, tagRefreshJob, tagReplacementJob, hiddenTextJob],
  },
  versions: {
    tables: ['post_versions'],
    routes: [versionRoutes],
    exports: [versionExport],
  },
  skills: {
    tables: ['skill_contents', 'skill_uploads', 'skill_names', 'skill_releases'],
    routes: [skillRoutes, wellKnownSkillRoutes],
    jobs: [skillSweepJob],
  },
  results: { tables: ['post_results'], routes: [resultRoutes], exports: [resultExport] },
  notifications: {
    tables: ['notifications', 'disabled_notifications', 'notification_digests', 'post_mutes', 'quiet_hours'],
    routes: [notificationRoutes],
    exports: [notificationExport, disabledNotificationExport, digestExport, postMuteExport, quietHoursExport],
    jobs: [digestJob],
  },
  comments: {
    tables: ['comments', 'comment_idempotency_keys', 'restricted_comments'],
    routes: [commentRoutes],
    exports: [commentExport, restrictedCommentExport],
    jobs: [commentIdempotencyKeySweepJob],
  },
  'suggested-edits': {
    tables: ['suggested_edits'],
    routes: [suggestedEditRoutes],
    exports: [suggestedEditExport],
  },
  webhooks: {
    tables: ['webhooks', 'webhook_deliveries'],
    // What the backup contains as due has been sent since.
    accessTables: ['webhook_deliveries'],
    routes: [webhookRoutes],
    exports: [webhookExport],
  },
  votes: {
    tables: ['votes', 'set_aside_votes'],
    routes: [voteRoutes],
    exports: [voteExport, setAsideVoteExport],
  },
  feeds: { tables: [], routes: [feedRoutes] },
  search: {
    tables: [
      'post_search',
      'private_post_search',
      'hot_post_search',
      'post_titles',
      'search_index_queue',
      'search_synonyms',
      'search_words',
      'similar_posts_queue',
    ],
    routes: [searchRoutes],
    jobs: [refreshHotPostsJob, wordSweepJob],
  },
  bookmarks: {
    tables: ['user_post_bookmarks'],
    routes: [bookmarkRoutes],
    exports: [bookmarkExport],
  },
  collections: {
    tables: ['collections', 'collection_items', 'collection_follows', 'collection_editors'],
    routes: [collectionRoutes, collectionFeedRoutes],
    exports: [collectionExport, collectionFollowExport, editedCollectionExport],
  },
  drafts: {
    tables: ['drafts', 'draft_versions'],
    routes: [draftRoutes],
    exports: [draftExport],
  },
  optimizer: {
    tables: ['prompt_optimization_logs'],
    routes: [optimizerRoutes],
    exports: [optimizationExport],
  },
  requests: {
    tables: ['topic_requests', 'feedback', 'ad_requests', 'contact_messages'],
    routes: [feedbackRoutes, adRequestRoutes, contactRoutes],
    jobs: [contactAnswerJob, contactMessageSweepJob],
    exports: [feedbackExport, adRequestExport, topicRequestExport, contactMessageExport],
  },
  import: { tables: ['imported_posts'], routes: [importRoutes] },
  'site-texts': { tables: ['site_texts'], routes: [siteTextRoutes] },
  moderation: {
    tables: [
      'moderation_cases',
      'moderated_texts',
      'moderation_case_items',
      'reports',
      'moderation_decisions',
      'appeals',
      'moderation_notes',
    ],
    routes: [moderationRoutes, moderationLogRoutes],
    jobs: [noticeConfirmationJob, noticeReceiptJob, noticeDecisionJob, legalNoticeSweepJob, statementMailJob],
    exports: [reportExport, decisionExport, appealExport],
  },
  admin: {
    tables: ['audit_events', 'moderation_notices'],
    routes: [auditRoutes, adminRoutes, jobRoutes],
    exports: [moderationNoticeExport],
  },
  profiles: {
    tables: [],
    routes: [profileRoutes, memberFollowRoutes, blockRoutes, muteRoutes, leaderboardRoutes, accountRoutes],
  },
}

/** What several features do together (`src/use-cases`). */
const useCases: Pick<Feature, 'routes' | 'jobs'> = {
  routes: [
    postUseCaseRoutes,
    reactionRoutes,
    collectionUseCaseRoutes,
    memberRoutes,
    adminUseCaseRoutes,
    webhookUseCaseRoutes,
    moderationUseCaseRoutes,
    legalNoticeRoutes,
    statementRoutes,
  ],
  jobs: [
    draftPublicationJob,
    indexQueueJob,
    similarPostsJob,
    similarPostsRenewalJob,
    topicPostsJob,
    memberDeletionJob,
    invitationWaveJob,
    rejectedSignUpSweepJob,
    postPurgeJob,
    removedPostPurgeJob,
    removedTextPurgeJob,
    spamJob,
    everythingRemovalJob,
    caseItemsReturnJob,
    commentPurgeJob,
    webhookJob,
    webhookLogSweepJob,
  ],
}

/** The sections of an account export, except the profile. */
export const exportSections: readonly ExportSection[] = Object.values(features).flatMap(
  ({ exports = [] }) => exports,
)

/** The tables that a restore leaves empty. */
export const accessTables: readonly string[] = Object.values(features).flatMap(
  ({ accessTables = [] }) => accessTables,
)

/** The jobs of all features and use cases. */
export const featureJobs: readonly Job[] = [...Object.values(features), useCases].flatMap(
  ({ jobs = [] }) => jobs,
)

/** Registers the API routes of all features and use cases. */
export const registerApiRoutes = async (
  app: FastifyInstance,
  dependencies: Omit<FeatureDependencies, 'exportSections'>,
): Promise<void> => {
  for (const { routes = [] } of [...Object.values(features), useCases])
    for (const register of routes) await register(app, { ...dependencies, exportSections })
}
