import { randomBytes } from 'node:crypto'
import { AppError, type Ctx, message, sign, validationError, verify, FORBIDDEN } from 'stoa'
import type { AuthorizeAddress } from '../api-types.ts'
import { clickup } from '../settings.ts'
import { exchangeCode, type TokenRequest } from './call-clickup.ts'

const PURPOSE = 'clickup/state'
const STATE_MS = 10 * 60 * 1_000

/** The account that starts the authorization; it must also finish it. */
function getAccountId({ actor }: Ctx): number {
  if (actor.kind !== 'admin') throw new AppError(FORBIDDEN)
  return actor.id
}

/** A state for ten minutes, signed for the account: nobody can make somebody else's browser finish an authorization. */
function createState(ctx: Ctx): string {
  const value = `${getAccountId(ctx)}.${Date.now() + STATE_MS}.${randomBytes(9).toString('base64url')}`
  return `${value}.${sign(ctx.kernel.config, PURPOSE, value)}`
}

function isOwnState(ctx: Ctx, state: string): boolean {
  const [account, expires, nonce, signature, ...more] = state.split('.')
  if (signature === undefined || more.length > 0) return false
  const isSigned = verify(ctx.kernel.config, PURPOSE, `${account}.${expires}.${nonce}`, signature)
  return isSigned && account === String(getAccountId(ctx)) && Number(expires) > Date.now()
}

/** Where ClickUp asks for access, and where it sends the browser afterwards. */
export function createAuthorizeAddress(ctx: Ctx): AuthorizeAddress {
  const { config, settings } = ctx.kernel
  const { client_id, client_secret, authorize_url } = settings.of(clickup)
  const redirect_url = `${config.adminOrigin ?? config.publicUrl}/admin/clickup/callback`
  if (!client_id || !client_secret) return { redirect_url, url: null }
  const url = new URL(authorize_url)
  for (const [name, value] of Object.entries({ client_id, redirect_uri: redirect_url, state: createState(ctx) }))
    url.searchParams.set(name, value)
  return { redirect_url, url: String(url) }
}

/** Values of a token request; absent ones are those of the settings. `state` is null when the caller did not come from ClickUp. */
export interface ConnectInput {
  client_id: string | null
  client_secret: string | null
  code: string
  state: string | null
}

function completeRequest({ kernel }: Ctx, { client_id, client_secret, code }: ConnectInput): TokenRequest {
  const stored = kernel.settings.of(clickup)
  const request = { client_id: client_id || stored.client_id, client_secret: client_secret || stored.client_secret || '', code }
  for (const name of ['client_id', 'client_secret'] as const)
    if (!request[name]) throw validationError({ [name]: message('core:rule.required') })
  return request
}

/**
 * Exchanges the code and stores the token, with the application it belongs to. Returns the last four characters of the token.
 * @throws AppError INVALID, REFUSED, UNREACHABLE, UNREADABLE
 */
export async function connect(ctx: Ctx, input: ConnectInput): Promise<string> {
  if (input.state !== null && !isOwnState(ctx, input.state)) throw validationError({ state: message('clickup:error.state') })
  const { kernel } = ctx
  const request = completeRequest(ctx, input)
  const token = await exchangeCode(ctx, request)
  const { client_id, client_secret } = request
  await kernel.settings.write(kernel, ctx, 'clickup', { client_id, client_secret, token }, ctx.language)
  return token.slice(-4)
}
