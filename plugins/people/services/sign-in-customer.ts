import type { FastifyReply } from 'fastify'
import { type Ctx, openSession, recordAudit, type Session } from 'stoa'

/** How the customer authenticated. */
export type SignInMethod = 'password' | 'code' | 'facebook'

/** Signs a customer in and records time, network and method. */
export async function signInCustomer(ctx: Ctx, reply: FastifyReply, id: number, by: SignInMethod): Promise<Session> {
  const { kernel } = ctx
  const changes = [{ field: 'by', old: null, new: by }]
  await recordAudit(kernel.db, { ...ctx, actor: { kind: 'customer', id } }, { resource: 'customer', rowId: id, verb: 'login', changes })
  return openSession(kernel, reply, 'user', id)
}
