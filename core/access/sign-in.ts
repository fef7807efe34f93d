import type { FastifyReply } from 'fastify'
import { recordAudit } from '../audit/audit.ts'
import type { Ctx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { AppError, UNAUTHENTICATED } from '../http/errors.ts'
import { extensionPoint } from '../plugin/contributions.ts'
import { openSession } from './session.ts'
import type { Session, SignInStep } from './api-types.ts'

/** Further sign-in steps. They run in order after a correct password; the first one that returns a step delays the session. */
export const SIGN_IN_STEPS = extensionPoint<(account: { id: number; role_id: number }) => Promise<SignInStep | undefined>>('core/sign-in', {
  description: 'further steps of the staff sign-in after the password',
})

/** Signs in a member of staff who passed all steps. @throws AppError UNAUTHENTICATED when the account is disabled */
export async function signIn(ctx: Ctx, reply: FastifyReply, id: number): Promise<Session> {
  const { db } = ctx.kernel
  const row = await db.one<{ name: string }>(sql`update account set last_login_at = now() where id = ${id} and enabled returning name`)
  if (!row) throw new AppError(UNAUTHENTICATED)
  const actor = { kind: 'admin', id, name: row.name, allows: () => false } as const
  await recordAudit(db, { ...ctx, actor }, { resource: 'account', rowId: id, verb: 'login', changes: [] })
  return openSession(ctx.kernel, reply, 'admin', id)
}
