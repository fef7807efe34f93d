import {
  account,
  f,
  AppError,
  validationError,
  type Kernel,
  rateLimit,
  route,
  Session,
  signIn,
  getNetwork,
  systemCtx,
  t,
  message,
  UNAUTHENTICATED,
  type Ctx,
} from 'stoa'
import { beginFactor, confirmFactor, dropFactor, factorState, hasFactor, isRequired, proveFactor } from '../services/factor.ts'
import { findTicketHolder, useTicket } from '../services/sign-in-ticket.ts'
import { createCodes } from '../services/recovery.ts'
import { Codes, FactorState, Setup } from '../api-types.ts'

const code = f.text({ maxLength: 40, docs: 'Six digits of the app, or a recovery code.' })
const ticket = f.text({ maxLength: 100 })

/** Rate limit against guessing of tickets; far above regular use. */
const admit = ({ kernel, request }: { kernel: Kernel; request: { ip: string } }) =>
  rateLimit(kernel.db, `second-step ${getNetwork(request.ip)}`, { max: 60, seconds: 900 })

const found = (kernel: Kernel, id: number) => kernel.resources.get(systemCtx(kernel, 'second factor'), account, id)

/** @throws AppError UNAUTHENTICATED */
function getOwnAccount({ kernel, actor }: Ctx) {
  if (actor.kind !== 'admin') throw new AppError(UNAUTHENTICATED)
  return found(kernel, actor.id)
}

/** The holder of a ticket, as actor for the audit log. */
async function entering(ctx: Ctx, ticket: string) {
  const { id, name, email } = await found(ctx.kernel, await findTicketHolder(ctx.kernel, ticket))
  const actor = { kind: 'admin', id, name, allows: () => false } as const
  return { id, email, as: { ...ctx, actor } }
}

/** Second step of the sign-in, with a ticket from the first. */
const steps = [
  route({
    on: 'POST /login/second-factor',
    id: 'me.second_step',
    summary: 'Second step of the sign-in, with a code after the password',
    open: 'anyone',
    body: { ticket, code },
    response: Session,
    errors: [UNAUTHENTICATED],
    admit,
    run: async ({ kernel, ctx, body, reply }) => {
      const { id, as } = await entering(ctx, body.ticket)
      await proveFactor(as, id, body.code)
      await useTicket(kernel, body.ticket)
      return signIn(ctx, reply, id)
    },
  }),
  route({
    on: 'POST /login/second-factor/setup',
    id: 'me.second_setup',
    summary: 'Create a TOTP secret during sign-in, when the role requires a second factor and none exists',
    open: 'anyone',
    body: { ticket },
    response: Setup,
    admit,
    run: async ({ kernel, ctx, body }) => beginFactor(kernel, await entering(ctx, body.ticket)),
  }),
  route({
    on: 'POST /login/second-factor/confirm',
    id: 'me.second_confirm',
    summary: 'Confirm the secret, create a session and return the recovery codes once',
    open: 'anyone',
    body: { ticket, code },
    response: t.both(Session, Codes),
    errors: [UNAUTHENTICATED],
    admit,
    run: async ({ kernel, ctx, body, reply }) => {
      const { id, as } = await entering(ctx, body.ticket)
      const codes = await confirmFactor(as, id, body.code)
      await useTicket(kernel, body.ticket)
      return { ...(await signIn(ctx, reply, id)), codes }
    },
  }),
]

/** Routes for the second factor of the signed-in user. */
const mine = [
  route({
    on: 'GET /second-factor',
    id: 'me.second_factor',
    summary: 'Whether a second factor is active, and the number of remaining recovery codes',
    open: 'signed-in',
    response: FactorState,
    run: async ({ kernel, ctx }) => factorState(kernel, await getOwnAccount(ctx)),
  }),
  route({
    on: 'POST /second-factor/setup',
    id: 'me.second_factor_setup',
    summary: 'Create a TOTP secret, which becomes active after confirmation with a code',
    open: 'signed-in',
    fresh: true,
    response: Setup,
    run: async ({ kernel, ctx }) => beginFactor(kernel, await getOwnAccount(ctx)),
  }),
  route({
    on: 'POST /second-factor/confirm',
    id: 'me.second_factor_confirm',
    summary: 'Confirm the secret and return the recovery codes once',
    open: 'signed-in',
    body: { code },
    response: Codes,
    run: async ({ ctx, body, request }) => ({
      codes: await confirmFactor(ctx, (await getOwnAccount(ctx)).id, body.code, request.sessionToken),
    }),
  }),
  route({
    on: 'POST /second-factor/codes',
    id: 'me.second_factor_codes',
    summary: 'Replace the recovery codes, confirmed with a code',
    open: 'signed-in',
    body: { code },
    response: Codes,
    run: async ({ kernel, ctx, body }) => {
      const { id } = await getOwnAccount(ctx)
      await proveFactor(ctx, id, body.code)
      return { codes: await kernel.transaction((tx) => createCodes(tx, id)) }
    },
  }),
  route({
    on: 'DELETE /second-factor',
    id: 'me.second_factor_off',
    summary: 'Remove the own second factor, confirmed with a code, unless the role requires it',
    open: 'signed-in',
    body: { code },
    response: FactorState,
    run: async ({ kernel, ctx, body, request }) => {
      const me = await getOwnAccount(ctx)
      if (await isRequired(kernel, me.role_id)) throw validationError({ code: message('staff:error.factor_required') })
      if (await hasFactor(kernel, me.id)) await proveFactor(ctx, me.id, body.code)
      await kernel.transaction((tx) => dropFactor(tx, ctx, me.id, request.sessionToken))
      return factorState(kernel, me)
    },
  }),
]

export const factorRoutes = [...steps, ...mine]
