import { useEffect, useEffectEvent } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { buildPath, paths } from '#core/paths.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'

type Props = { user: CurrentUser; onClose(): void }

/** Leads who cannot publish to the page that says why, instead of opening a form that the server would refuse. */
const CannotPublish = ({ user, onClose }: Props) => {
  const navigation = useNavigation()
  const leave = useEffectEvent(() => {
    onClose()
    void navigation.push(user.approval ? paths.completeProfile : buildPath('statements'))
  })
  useEffect(() => leave(), [])
  return null
}

export default CannotPublish
