import { createHmac } from 'node:crypto'
import { AppError, type Kernel, type Outgoing, outgoing, sql, trimTrailing, type Tx } from 'stoa'
import { SWITCHED_OFF, UNREGISTERED } from '../errors.ts'
import { facebook } from '../settings.ts'
import { normalizeEmail } from './sign-in-rules.ts'

interface FacebookUser {
  subject: string
  email: string | null
}

/** JSON of the Graph API; undefined if it rejects the call or is unreachable. */
async function callGraphApi(
  call: Outgoing,
  base: string,
  path: string,
  query: Record<string, string>,
): Promise<Record<string, unknown> | undefined> {
  try {
    const url = `${trimTrailing(base, '/')}${path}?${new URLSearchParams(query)}`
    const answer = await call(url, { timeoutMs: 8_000 })
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies a Facebook token and returns its user. The token must be issued to this shop's app.
 * @throws AppError SWITCHED_OFF, UNREGISTERED
 */
export async function findTokenOwner(kernel: Kernel, token: string): Promise<FacebookUser> {
  const { enabled, client_id, client_secret, graph_url } = kernel.settings.of(facebook)
  if (!enabled || !client_secret) throw new AppError(SWITCHED_OFF)
  const callApi = (path: string, query: Record<string, string>) => callGraphApi(outgoing(kernel.config), graph_url, path, query)
  const checked = await callApi('/debug_token', { input_token: token, access_token: `${client_id}|${client_secret}` })
  const data = (checked?.data ?? {}) as { app_id?: unknown; is_valid?: unknown; user_id?: unknown; expires_at?: unknown }
  const live = data.expires_at === 0 || data.expires_at === undefined || Number(data.expires_at) * 1_000 > Date.now()
  if (data.is_valid !== true || String(data.app_id) !== client_id || !data.user_id || !live) throw new AppError(UNREGISTERED)
  const proof = createHmac('sha256', client_secret).update(token).digest('hex')
  const me = await callApi('/me', { fields: 'id,email', access_token: token, appsecret_proof: proof })
  if (!me || String(me.id) !== String(data.user_id)) throw new AppError(UNREGISTERED)
  return { subject: String(me.id), email: typeof me.email === 'string' ? normalizeEmail(me.email) : null }
}

/**
 * The account connected with a Facebook user; or else the account with the same address, if its owner verified the
 * address here. Without that check, an account registered with another person's address would be shared with that
 * person.
 * @throws AppError UNREGISTERED
 */
export async function findConnectedAccount(
  tx: Tx,
  { subject, email }: FacebookUser,
): Promise<{ id: number; email_verified_at: string | null }> {
  const linkedCustomer = await tx.one<{
    id: number
    email_verified_at: string | null
  }>(sql`select c.id, c.email_verified_at from customer_social s
    join customer c on c.id = s.customer_id where s.provider = 'facebook' and s.subject = ${subject} and c.enabled`)
  if (linkedCustomer) return linkedCustomer
  const ownAccount = email
    ? await tx.one<{ id: number; email_verified_at: string | null }>(
        sql`select id, email_verified_at from customer where email = ${email} and enabled and email_verified_at is not null for update`,
      )
    : undefined
  if (!ownAccount) throw new AppError(UNREGISTERED)
  await connectAccount(tx, ownAccount.id, subject)
  return ownAccount
}

/** Connects a Facebook user with an account. A user connected with another account stays there. @throws AppError UNREGISTERED */
export async function connectAccount(tx: Tx, customer: number, subject: string): Promise<void> {
  await tx.run(
    sql`insert into customer_social (provider, subject, customer_id) values ('facebook', ${subject}, ${customer}) on conflict do nothing`,
  )
  const now = await tx.one(
    sql`select 1 from customer_social where provider = 'facebook' and subject = ${subject} and customer_id = ${customer}`,
  )
  if (!now) throw new AppError(UNREGISTERED)
}
