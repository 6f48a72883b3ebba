import { useQuery } from '@tanstack/react-query'
import { texts as layoutTexts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { DeleteAccount } from '#features/account/web/DeleteAccount.tsx'
import { ExportAccount } from '#features/account/web/ExportAccount.tsx'
import { texts as accountTexts } from '#features/account/web/texts.ts'
import type { CurrentUser } from '#features/identity/contract.ts'
import { texts as identityTexts } from '#features/identity/web/account-texts.ts'
import { AdminCodeForm } from '#features/identity/web/admin-code/AdminCodeForm.tsx'
import { PasswordForm } from '#features/identity/web/password/PasswordForm.tsx'
import { adminCodeQuery, signInSettingsQuery } from '#features/identity/web/queries.ts'
import { Sessions } from '#features/identity/web/sessions/Sessions.tsx'
import { leaveDeletedAccount } from '#features/identity/web/sign-in/leave-deleted-account.ts'
import { usePageParts } from '#features/identity/web/use-page-parts.ts'
import { texts as profileTexts } from '#features/profiles/web/account-texts.ts'
import { ProfileForm } from '#features/profiles/web/settings/ProfileForm.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { Section } from './Section.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** All sections of the settings page. */
export const AccountSettings = ({ user }: { user: CurrentUser }) => {
  const parts = usePageParts()
  const navigation = useNavigation()
  const { data: signIn } = useQuery(signInSettingsQuery)
  const { data: adminCode } = useQuery(adminCodeQuery)
  return (
    <div>
      {adminCode?.isWanted && (
        <Section heading={identityTexts.admin}>
          <AdminCodeForm />
        </Section>
      )}
      <Section heading={profileTexts.settingsHeading}>
        {/* Remounts the form if another member signs in. */}
        <ProfileForm key={user.id} user={user} />
      </Section>
      <Section heading={layoutTexts.theme}>
        <ThemeChoice />
      </Section>
      <Section heading={identityTexts.sessions}>
        <Sessions />
      </Section>
      {signIn?.isEmbedded && (
        <Section heading={identityTexts.password}>
          <PasswordForm email={user.email} />
        </Section>
      )}
      <Section heading={accountTexts.export}>
        <ExportAccount />
      </Section>
      <Section heading={accountTexts.delete}>
        <DeleteAccount
          user={user}
          onDeleted={async () => {
            void navigation.push(paths.home)
            await leaveDeletedAccount(parts)
          }}
        />
      </Section>
    </div>
  )
}
