import type { User } from 'oidc-client-ts'
import { type CurrentUser, exchangeToken } from '#features/identity/contract.ts'
import { call } from '#web/call.ts'
import { offerPicture } from '../offered-picture.ts'

/** The provider's token becomes a session of this site (section 7). */
export const exchange = async (
  provider: string,
  { id_token: token, profile }: User,
  nonce?: string,
): Promise<CurrentUser> => {
  const { name, picture, email } = profile
  if (picture) offerPicture(picture)
  return call(exchangeToken, {
    params: { provider },
    body: {
      token: token ?? '',
      displayName: name ?? null,
      photoURL: picture ?? null,
      email: email ?? null,
      ...(nonce && { nonce }),
    },
  })
}
