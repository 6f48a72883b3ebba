import { CliError, exitCodes, usageError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { type Credentials, deleteCredentials, loadCredentials, saveCredentials } from '../credentials.ts'
import { readMetadata, revokeToken, signInByDevice } from '../oauth.ts'
import { createSession, getMember, openSession, requireSignedIn } from '../session.ts'
import { forgetSite, normalizeSite, readSettings, rememberSite, requireSecureSite } from '../settings.ts'

export const login: Command = {
  name: 'login',
  usage: '[SITE]',
  summary: 'Sign in to a site, which the other commands then use',
  details: `Shows an address and a code; you allow the command line in your browser, on this device or another.

With --with-token, reads an API token instead, which you create in the settings of the site:
  prompt-collection login https://prompts.example --with-token < token.txt`,
  words: [0, 1],
  options: {
    'with-token': { type: 'boolean', description: 'read an API token from stdin' },
    'allow-http': { type: 'boolean', description: 'use a site that is not encrypted' },
  },
  run: async ({ values, positionals: [written], terminal }) => {
    const named =
      written ?? getText(values, 'site') ?? process.env.PROMPT_COLLECTION_SITE ?? readSettings().defaultSite
    if (named === undefined)
      throw usageError('Say to which site: `prompt-collection login https://prompts.example`.')
    const metadata = await readMetadata(normalizeSite(named))
    const site = normalizeSite(metadata.issuer)
    const allowsHttp = values['allow-http'] === true
    requireSecureSite(site, allowsHttp)
    const credentials: Credentials = values['with-token']
      ? { accessToken: await readToken(await terminal.askSecretly(`API token for ${site}: `)) }
      : await signInByDevice(metadata, ({ user_code, verification_uri, verification_uri_complete }) => {
          terminal.note(`Open ${verification_uri_complete ?? verification_uri}`)
          terminal.note(`and check that it shows the code ${user_code}.\n\nWaiting for you …`)
        })
    const { username } = await getMember(createSession(site, credentials))
    const storedIn = await saveCredentials(site, credentials)
    rememberSite(site, { username, ...(allowsHttp && { allowsHttp }) })
    terminal.print(`You are signed in to ${site} as ${terminal.style('bold', username)}.`)
    terminal.note(`The token is in ${storedIn}.`)
    terminal.printJson({ site, username, storedIn })
  },
}

const readToken = async (token: string): Promise<string> => {
  if (/^[!-~]{8,}$/.test(token)) return token
  throw usageError(
    token ? 'This is no token.' : 'There is no token on stdin.',
    'Create one in the settings of the site, under Access.',
  )
}

export const logout: Command = {
  name: 'logout',
  usage: '[SITE]',
  summary: 'Sign out of a site, and delete its token here',
  words: [0, 1],
  options: {},
  run: async ({ values, positionals: [written], terminal }) => {
    const named = written ?? getText(values, 'site') ?? readSettings().defaultSite
    if (named === undefined) throw usageError('You are signed in nowhere.')
    const site = normalizeSite(named)
    const credentials = await loadCredentials(site)
    if (!credentials) throw new CliError(`You are not signed in to ${site}.`, exitCodes.notAllowed)
    // Without a connection, the token is deleted here all the same.
    const isRevoked = await revokeToken(site, credentials).then(
      () => credentials.refreshToken !== undefined,
      () => false,
    )
    await deleteCredentials(site)
    forgetSite(site)
    terminal.print(`You are signed out of ${site}.`)
    if (!isRevoked) terminal.note(`The token itself still works. Revoke it in ${site}/settings.`)
    terminal.printJson({ site, isRevoked })
  },
}

export const whoami: Command = {
  name: 'whoami',
  usage: '',
  summary: 'Say who you are, and where',
  words: [0, 0],
  options: {},
  run: async ({ values, terminal }) => {
    const session = await openSession({ site: getText(values, 'site') })
    requireSignedIn(session)
    const { id, username } = await getMember(session)
    terminal.print(`${username} at ${session.site}`)
    terminal.printJson({ site: session.site, id, username })
  },
}
