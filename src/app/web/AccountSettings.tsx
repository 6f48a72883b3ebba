import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { paths } from '#core/paths.ts'
import { AdminCodeForm } from '#features/identity/web/admin-code/AdminCodeForm.tsx'
import { PasswordForm } from '#features/identity/web/password/PasswordForm.tsx'
import {
  adminCodeStatusQuery,
  secondFactorsQuery,
  signInSettingsQuery,
} from '#features/identity/web/queries.ts'
import { SecondFactorSettings } from '#features/identity/web/second-factors/SecondFactorSettings.tsx'
import { secondFactorTexts } from '#features/identity/web/second-factors/texts.ts'
import { SessionList } from '#features/identity/web/sessions/SessionList.tsx'
import { accountSettingsTexts } from '#features/identity/web/settings-texts.ts'
import { signOutDeletedAccount } from '#features/identity/web/sign-in/sign-out-deleted-account.ts'
import { usePageContext } from '#features/identity/web/use-page-context.ts'
import { DigestFrequencyField } from '#features/notifications/web/DigestFrequencyField.tsx'
import { NotificationSwitches } from '#features/notifications/web/NotificationSwitches.tsx'
import { settingsTexts } from '#features/notifications/web/settings-texts.ts'
import { DeleteAccountSection } from '#features/profiles/web/account/DeleteAccountSection.tsx'
import { ExportAccountSection } from '#features/profiles/web/account/ExportAccountSection.tsx'
import { accountTexts } from '#features/profiles/web/account/texts.ts'
import { profileFormTexts } from '#features/profiles/web/form-texts.ts'
import { FollowedMemberList } from '#features/profiles/web/settings/FollowedMemberList.tsx'
import { ProfileForm } from '#features/profiles/web/settings/ProfileForm.tsx'
import { profileTexts } from '#features/profiles/web/texts.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useStore } from '#web/store.ts'
import { setTheme, themeStore, themes } from '#web/theme.ts'
import { layoutTexts } from './layout/texts.ts'

/** The theme switch on the settings page, which has labels, unlike the one in the header. */
const ThemeChoice = () => {
  const chosen = useStore(themeStore, 'system')
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{layoutTexts.theme}</legend>
      {themes.map((name) => (
        <label
          key={name}
          className="control flex cursor-pointer items-center gap-2 rounded-lg border px-3.5 text-sm has-checked:border-accent has-checked:bg-sunken"
        >
          <input type="radio" name="theme" checked={name === chosen} onChange={() => setTheme(name)} />
          {layoutTexts.themes[name]}
        </label>
      ))}
    </fieldset>
  )
}

const Section = ({ heading, children }: { heading: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t py-8 first:border-t-0 first:pt-0">
      <h2 id={id} className="mb-4 text-lg font-semibold">
        {heading}
      </h2>
      {children}
    </section>
  )
}

export const AccountSettings = ({ user }: { user: CurrentUser }) => {
  const parts = usePageContext()
  const navigation = useNavigation()
  const { data: signIn } = useQuery(signInSettingsQuery)
  const { data: adminCode } = useQuery(adminCodeStatusQuery)
  const { data: second } = useQuery({ ...secondFactorsQuery, enabled: signIn?.isEmbedded ?? false })
  return (
    <div>
      {adminCode?.isWanted && (
        <Section heading={accountSettingsTexts.admin}>
          <AdminCodeForm />
        </Section>
      )}
      <Section heading={profileFormTexts.settingsHeading}>
        {/* Remounts the form if another member signs in. */}
        <ProfileForm key={user.id} user={user} />
      </Section>
      <Section heading={profileTexts.followedMembers}>
        <FollowedMemberList />
      </Section>
      <Section heading={settingsTexts.heading}>
        <NotificationSwitches />
        <DigestFrequencyField />
      </Section>
      <Section heading={layoutTexts.theme}>
        <ThemeChoice />
      </Section>
      <Section heading={accountSettingsTexts.sessions}>
        <SessionList />
      </Section>
      {signIn?.isEmbedded && (
        <Section heading={accountSettingsTexts.password}>
          <PasswordForm email={user.email} />
        </Section>
      )}
      {signIn?.isEmbedded && second?.factors !== null && (
        <Section heading={secondFactorTexts.heading}>
          <SecondFactorSettings />
        </Section>
      )}
      <Section heading={accountTexts.export}>
        <ExportAccountSection />
      </Section>
      <Section heading={accountTexts.delete}>
        <DeleteAccountSection
          user={user}
          onDeleted={async () => {
            void navigation.push(paths.home)
            await signOutDeletedAccount(parts)
          }}
        />
      </Section>
    </div>
  )
}
