import { Failed, INVALID, type Kernel, newToken, type SignInStep, sql, tokenHash, text } from 'stoa'
import { hasFactor, type Holder, isRequired } from './factor.ts'

const MINUTES = 10

/** What somebody with the right password is asked next: the code of their factor, or to set one up where their role wants it. */
export const asksFactor =
  (kernel: Kernel) =>
  async ({ id, role_id }: Holder): Promise<SignInStep | undefined> => {
    const has = await hasFactor(kernel, id)
    if (!has && !(await isRequired(kernel, role_id))) return undefined
    const ticket = newToken()
    await kernel.db.run(sql`insert into sign_in_ticket (token_hash, account_id, expires_at)
      values (${tokenHash(ticket)}, ${id}, now() + make_interval(mins => ${MINUTES}))`)
    return { screen: has ? 'staff/second-step' : 'staff/second-setup', ticket }
  }

/** Who showed the right password a moment ago. @throws Failed INVALID when the ticket is none, or too old */
export async function holderOf(kernel: Kernel, ticket: string): Promise<number> {
  const row = await kernel.db.one<{ account_id: number }>(
    sql`select account_id from sign_in_ticket where token_hash = ${tokenHash(ticket)} and expires_at > now()`,
  )
  if (!row) throw new Failed(INVALID, [text('staff:error.ticket')])
  return row.account_id
}

/** A ticket lets one in once. @throws Failed INVALID when somebody was quicker */
export async function useTicket(kernel: Kernel, ticket: string): Promise<void> {
  const used = await kernel.db.run(sql`delete from sign_in_ticket where token_hash = ${tokenHash(ticket)}`)
  if (used !== 1) throw new Failed(INVALID, [text('staff:error.ticket')])
}
