import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { pages } from '#core/pages.ts'
import { buildPath, paths } from '#core/paths.ts'
import { AdminCodeForm } from '#features/identity/web/admin-code/AdminCodeForm.tsx'
import { ApiTokenSettings } from '#features/identity/web/api-tokens/ApiTokenSettings.tsx'
import { apiTokenTexts } from '#features/identity/web/api-tokens/texts.ts'
import { ApplicationSettings } from '#features/identity/web/applications/ApplicationSettings.tsx'
import { InvitationSettings } from '#features/identity/web/invitations/InvitationSettings.tsx'
import { invitationTexts } from '#features/identity/web/invitations/texts.ts'
import { PasswordForm } from '#features/identity/web/password/PasswordForm.tsx'
import {
  adminCodeStatusQuery,
  invitationsQuery,
  secondFactorsQuery,
  signInSettingsQuery,
} from '#features/identity/web/queries.ts'
import { EmailConfirmation } from '#features/identity/web/second-factors/EmailConfirmation.tsx'
import { SecondFactorSettings } from '#features/identity/web/second-factors/SecondFactorSettings.tsx'
import { secondFactorTexts } from '#features/identity/web/second-factors/texts.ts'
import { SessionList } from '#features/identity/web/sessions/SessionList.tsx'
import { accountSettingsTexts } from '#features/identity/web/settings-texts.ts'
import { signOutDeletedAccount } from '#features/identity/web/sign-in/sign-out-deleted-account.ts'
import { usePageContext } from '#features/identity/web/use-page-context.ts'
import { importButtonTexts } from '#features/import/web/button-texts.ts'
import { ImportButton } from '#features/import/web/ImportButton.tsx'
import { StandingSettings } from '#features/moderation/web/standing/StandingSettings.tsx'
import { standingTexts } from '#features/moderation/web/standing/texts.ts'
import { DigestFrequencyField } from '#features/notifications/web/DigestFrequencyField.tsx'
import { NotificationSwitches } from '#features/notifications/web/NotificationSwitches.tsx'
import { QuietHoursField } from '#features/notifications/web/QuietHoursField.tsx'
import { settingsTexts } from '#features/notifications/web/settings-texts.ts'
import { DeleteAccountSection } from '#features/profiles/web/account/DeleteAccountSection.tsx'
import { ExportAccountSection } from '#features/profiles/web/account/ExportAccountSection.tsx'
import { accountTexts } from '#features/profiles/web/account/texts.ts'
import { profileFormTexts } from '#features/profiles/web/form-texts.ts'
import { MuteSettings } from '#features/profiles/web/mutes/MuteSettings.tsx'
import { muteTexts } from '#features/profiles/web/mutes/texts.ts'
import { FollowedMemberList } from '#features/profiles/web/settings/FollowedMemberList.tsx'
import { ProfileForm } from '#features/profiles/web/settings/ProfileForm.tsx'
import { profileTexts } from '#features/profiles/web/texts.ts'
import { webhookTexts } from '#features/webhooks/web/texts.ts'
import { WebhookSettings } from '#features/webhooks/web/WebhookSettings.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { layoutTexts } from './layout/texts.ts'
import { pageTexts } from './page-texts.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

export type SettingsSection = {
  id: string
  heading: string
  /** What the link to the section says, if its heading is also the name of the section's button. */
  linkText?: string
  content: ReactNode
}

/** Returns the sections of a member's settings page, as far as this member and this site have them. */
export const useSettingsSections = (user: CurrentUser): SettingsSection[] => {
  const parts = usePageContext()
  const navigation = useNavigation()
  const { data: signIn } = useQuery(signInSettingsQuery)
  const { data: adminCode } = useQuery(adminCodeStatusQuery)
  // The API refuses these to suspended members and to those whose account waits for approval.
  const isActive = user.profileCompleted && !user.isSuspended
  const { data: invitations } = useQuery({ ...invitationsQuery, enabled: isActive })
  const { data: second } = useQuery({ ...secondFactorsQuery, enabled: signIn?.isEmbedded ?? false })
  return [
    ...(adminCode?.isWanted
      ? [{ id: 'admin', heading: accountSettingsTexts.admin, content: <AdminCodeForm /> }]
      : []),
    {
      id: 'profile',
      heading: profileFormTexts.settingsHeading,
      // Remounts the form if another member signs in.
      content: <ProfileForm key={user.id} user={user} />,
    },
    { id: 'following', heading: profileTexts.followedMembers, content: <FollowedMemberList /> },
    {
      id: 'notifications',
      heading: settingsTexts.heading,
      content: (
        <>
          <NotificationSwitches />
          <DigestFrequencyField
            confirmation={
              signIn?.isEmbedded && <EmailConfirmation reason={settingsTexts.digest.unverified} />
            }
          />
          <QuietHoursField />
        </>
      ),
    },
    { id: 'muted', heading: muteTexts.heading, content: <MuteSettings /> },
    { id: 'standing', heading: standingTexts.heading, content: <StandingSettings /> },
    { id: 'theme', heading: layoutTexts.theme, content: <ThemeChoice /> },
    { id: 'sessions', heading: accountSettingsTexts.sessions, content: <SessionList /> },
    ...(signIn?.isEmbedded
      ? [
          {
            id: 'password',
            heading: accountSettingsTexts.password,
            content: <PasswordForm email={user.email} />,
          },
        ]
      : []),
    ...(signIn?.isEmbedded && second?.factors !== null
      ? [{ id: 'two-step', heading: secondFactorTexts.heading, content: <SecondFactorSettings /> }]
      : []),
    {
      id: 'access',
      heading: apiTokenTexts.heading,
      content: (
        <>
          <ApiTokenSettings isAdmin={user.isAdmin} />
          <div className="mt-8">
            <ApplicationSettings />
          </div>
          {isActive && (
            <div className="mt-8">
              <h3 className="mb-1 text-sm font-semibold">{webhookTexts.heading}</h3>
              <WebhookSettings />
            </div>
          )}
        </>
      ),
    },
    ...(invitations?.isOffered
      ? [{ id: 'invitations', heading: invitationTexts.heading, content: <InvitationSettings /> }]
      : []),
    {
      id: 'export',
      heading: accountTexts.export,
      linkText: pageTexts.settings.yourData,
      content: (
        <>
          <ExportAccountSection />
          <p className="mt-4 text-sm">
            <SiteLink href={buildPath('statements')} className="control inline-flex items-center underline">
              {pages.statements.title}
            </SiteLink>
          </p>
          <h3 className="mt-8 mb-1 text-sm font-semibold">{importButtonTexts.heading}</h3>
          <p className="mb-4 text-sm text-muted">{importButtonTexts.intro}</p>
          <ImportButton canPublish={!user.isMuted} />
        </>
      ),
    },
    {
      id: 'delete',
      heading: accountTexts.delete,
      content: (
        <DeleteAccountSection
          user={user}
          onDeleted={async () => {
            void navigation.push(paths.home)
            await signOutDeletedAccount(parts)
          }}
        />
      ),
    },
  ]
}
