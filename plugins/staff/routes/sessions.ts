import {
  type Actor,
  type Ctx,
  f,
  AppError,
  NOT_FOUND,
  proveSession,
  recordAudit,
  requirePassword,
  route,
  findSessions,
  type Shape,
  sql,
  type Sql,
  t,
  hashToken,
  UNAUTHENTICATED,
} from 'stoa'
import { Sessions } from '../api-types.ts'

function getId(actor: Actor): number {
  if (actor.kind !== 'admin') throw new AppError(UNAUTHENTICATED)
  return actor.id
}

const ended = t.object({ ended: t.int('Number of sessions.') })

/** Ends the selected sessions `s` of the actor. */
async function end(ctx: Ctx, condition: Sql): Promise<Shape<typeof ended>> {
  const { db } = ctx.kernel
  const id = getId(ctx.actor)
  const deletedCount = await db.run(sql`delete from ${findSessions(ctx.kernel, id)} and ${condition}`)
  if (deletedCount > 0) await recordAudit(db, ctx, { resource: 'account', rowId: id, verb: 'end session', changes: [] })
  return { ended: deletedCount }
}

/** Routes for the actor's sessions, and for confirming the password. */
export const sessionRoutes = [
  route({
    on: 'GET /session',
    id: 'me.sessions',
    summary: 'Sessions of the caller',
    open: 'signed-in',
    response: Sessions,
    run: async ({ kernel, ctx, request }) => ({
      data: await kernel.db.rows<Sessions['data'][number]>(sql`
        select id, browser, network, created_at, last_seen_at, token_hash = ${hashToken(request.sessionToken ?? '')} as here
        from ${findSessions(kernel, getId(ctx.actor))} order by here desc, last_seen_at desc, id desc`),
    }),
  }),
  route({
    on: 'DELETE /session/:id',
    id: 'me.end_session',
    summary: 'Delete one of the own sessions',
    open: 'signed-in',
    response: ended,
    errors: [NOT_FOUND],
    run: async ({ ctx, params }) => {
      const result = await end(ctx, sql`s.id = ${params.id}`)
      if (result.ended === 0) throw new AppError(NOT_FOUND)
      return result
    },
  }),
  route({
    on: 'DELETE /session',
    id: 'me.end_other_sessions',
    summary: 'Delete all other own sessions',
    open: 'signed-in',
    response: ended,
    run: ({ ctx, request }) => end(ctx, sql`s.token_hash <> ${hashToken(request.sessionToken ?? '')}`),
  }),
  route({
    on: 'POST /password/again',
    id: 'me.password_again',
    summary: 'Confirm the password, required by requests that fail with PASSWORD_AGAIN',
    open: 'signed-in',
    body: { password: f.password({ minLength: 1 }) },
    response: t.object({ status: t.is('ok') }),
    run: async ({ kernel, ctx, body, request }) => {
      const id = getId(ctx.actor)
      await requirePassword(kernel, id, body.password, 'password')
      await proveSession(kernel, request.sessionToken ?? '')
      return { status: 'ok' }
    },
  }),
]
