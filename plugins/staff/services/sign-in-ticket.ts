import { AppError, INVALID, type Kernel, createToken, type SignInStep, sql, hashToken, message } from 'stoa'
import { hasFactor, type Holder, isRequired } from './factor.ts'

const MINUTES = 10

/** Whether a second step is needed after the password: the code of the factor, or its setup where the role requires one. */
export const isFactorRequired =
  (kernel: Kernel) =>
  async ({ id, role_id }: Holder): Promise<SignInStep | undefined> => {
    const has = await hasFactor(kernel, id)
    if (!has && !(await isRequired(kernel, role_id))) return undefined
    const ticket = createToken()
    await kernel.db.run(sql`insert into sign_in_ticket (token_hash, account_id, expires_at)
      values (${hashToken(ticket)}, ${id}, now() + make_interval(mins => ${MINUTES}))`)
    return { screen: has ? 'staff/second-step' : 'staff/second-setup', ticket }
  }

/** The account of a ticket from the password step. @throws AppError INVALID when the ticket is unknown or expired */
export async function findTicketHolder(kernel: Kernel, ticket: string): Promise<number> {
  const row = await kernel.db.one<{ account_id: number }>(
    sql`select account_id from sign_in_ticket where token_hash = ${hashToken(ticket)} and expires_at > now()`,
  )
  if (!row) throw new AppError(INVALID, [message('staff:error.ticket')])
  return row.account_id
}

/** Uses a ticket; valid once. @throws AppError INVALID when it was used already */
export async function useTicket(kernel: Kernel, ticket: string): Promise<void> {
  const used = await kernel.db.run(sql`delete from sign_in_ticket where token_hash = ${hashToken(ticket)}`)
  if (used !== 1) throw new AppError(INVALID, [message('staff:error.ticket')])
}
