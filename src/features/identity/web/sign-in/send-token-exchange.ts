import type { User } from 'oidc-client-ts'
import type { CurrentUser } from '#core/current-user.ts'
import { callApi } from '#web/api-client.ts'
import type { exchangeToken } from '../../contract.ts'
import { saveProviderPicture } from '../provider-picture.ts'

/** Exchanges the provider's ID token for a session (docs/spec/api.md#authentication). */
export const sendTokenExchange = async (
  provider: string,
  { id_token: token, profile }: User,
  nonce?: string,
): Promise<CurrentUser> => {
  const { name, picture, email } = profile
  if (picture) saveProviderPicture(picture)
  return callApi<typeof exchangeToken>('POST /api/auth/:provider', {
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
