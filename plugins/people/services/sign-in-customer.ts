import type { FastifyReply } from 'fastify'
import { type Ctx, openSession, recordAudit, type Session } from 'stoa'

/** By what somebody showed who they are. */
export type Shown = 'password' | 'code' | 'facebook'

/** Signs a customer in, and keeps that they did, from where and by what. */
export async function signInCustomer(ctx: Ctx, reply: FastifyReply, id: number, by: Shown): Promise<Session> {
  const { kernel } = ctx
  const changes = [{ field: 'by', old: null, new: by }]
  await recordAudit(kernel.db, { ...ctx, actor: { kind: 'customer', id } }, { resource: 'customer', rowId: id, verb: 'login', changes })
  return openSession(kernel, reply, 'user', id)
}
