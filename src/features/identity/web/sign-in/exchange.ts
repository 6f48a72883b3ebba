import type { User } from 'oidc-client-ts'
import { type CurrentUser, exchangeToken } from '#features/identity/contract.ts'
import { call } from '#web/call.ts'
import { offerPicture } from '../offered-picture.ts'

/** Exchanges the provider's ID token for a session (docs/spec/api.md#authentication). */
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
