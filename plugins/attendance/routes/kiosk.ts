import { f, getNetwork, NOT_FOUND, rateLimit, route, t, TOO_MANY, WRONG_STATE } from 'stoa'
import { NO_EMPLOYEE_RECORD, SELF_SERVICE_OFF } from 'stoa/plugins/hr'
import { KioskPairingCode, KioskPunch, KioskStatus, OwnKioskPin } from '../api-types.ts'
import { KIOSK_UNPAIRED, WRONG_PAIRING_CODE, WRONG_PIN } from '../errors.ts'
import { PAIR_KIOSK } from '../resources/kiosk.ts'
import { punchAtKiosk } from '../services/kiosk/kiosk-punch.ts'
import { findKiosk, requireKiosk } from '../services/kiosk/kiosk-session.ts'
import { readOwnPin, setOwnPin } from '../services/kiosk/own-pin.ts'
import { createPairingCode, pairKiosk } from '../services/kiosk/pairing.ts'
import { getShopZone } from '../services/shop-zone.ts'

const ownErrors = [SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD] as const

/** Routes of kiosks, which have no staff session but a cookie of their own, and of the PINs with which employees punch there. */
export const kioskRoutes = [
  route({
    on: 'POST /hr_kiosk/:id/pairing_code',
    id: 'hr_kiosk.create_pairing_code',
    summary: 'Create the pairing code of a kiosk',
    description: 'The code is shown once. It is valid for one tablet and for 15 minutes, and replaces an unused one.',
    needs: `get hr kiosk & ${PAIR_KIOSK}`,
    response: KioskPairingCode,
    status: 201,
    errors: [NOT_FOUND, WRONG_STATE],
    run: ({ ctx, params }) => createPairingCode(ctx, params.id),
  }),
  route({
    on: 'GET /kiosk',
    id: 'kiosk.status',
    summary: 'Whether this browser is a paired kiosk, and the time',
    open: 'anyone',
    response: KioskStatus,
    run: async ({ kernel, ctx, request, reply }) => {
      const kiosk = await findKiosk(kernel, request, reply)
      const time = { now: new Date().toISOString(), time_zone: getShopZone(ctx) }
      return { kiosk: kiosk ? { name: kiosk.name, site: kiosk.site } : null, ...time }
    },
  }),
  route({
    on: 'POST /kiosk/pair',
    id: 'kiosk.pair',
    summary: 'Pair this browser with a kiosk by its pairing code',
    description: 'Sets an HttpOnly cookie, which is the credential of the kiosk.',
    open: 'anyone',
    body: { code: f.text({ maxLength: 40 }) },
    response: t.object({ paired: t.flag() }),
    errors: [WRONG_PAIRING_CODE, TOO_MANY],
    run: async ({ kernel, request, reply, body }) => {
      await pairKiosk(kernel, request, reply, body.code)
      return { paired: true }
    },
  }),
  route({
    on: 'POST /kiosk/punch',
    id: 'kiosk.punch',
    summary: 'Punch in or out at a kiosk, with staff number and PIN',
    description:
      'The answer to a wrong PIN does not tell whether the staff number exists. Five wrong attempts within 15 minutes lock the PIN. Two punches within the seconds of the setting are one: the answer is then the first.',
    open: 'anyone',
    body: { staff_no: f.text({ maxLength: 40 }), pin: f.text({ maxLength: 8 }), direction: f.pick(['in', 'out']) },
    response: KioskPunch,
    status: 201,
    errors: [KIOSK_UNPAIRED, WRONG_PIN, TOO_MANY],
    run: async ({ kernel, ctx, request, reply, body }) =>
      punchAtKiosk(ctx, await requireKiosk(kernel, request, reply), { ...body, ip: getNetwork(request.ip) }),
  }),
  route({
    on: 'GET /my/kiosk_pin',
    id: 'my.kiosk_pin',
    summary: 'Whether the caller has a kiosk PIN',
    open: 'signed-in',
    response: OwnKioskPin,
    errors: ownErrors,
    run: ({ ctx }) => readOwnPin(ctx),
  }),
  route({
    on: 'PUT /my/kiosk_pin',
    id: 'my.set_kiosk_pin',
    summary: 'Set the kiosk PIN of the caller',
    description: 'Four to eight digits, which must not be the staff number, one digit repeated, or consecutive digits.',
    open: 'signed-in',
    body: { pin: f.text({ maxLength: 40 }) },
    response: OwnKioskPin,
    errors: [...ownErrors, TOO_MANY],
    admit: ({ kernel, ctx }) =>
      rateLimit(kernel.db, `kiosk pin of ${ctx.actor.kind === 'admin' ? ctx.actor.id : 'guest'}`, { max: 20, seconds: 3_600 }),
    run: ({ ctx, body }) => setOwnPin(ctx, body.pin),
  }),
]
