import { basic, type Ctx, defineJob, f, rateLimit, invalid, type Kernel, locales, route, sourceOf, sql, t, text, type Told } from '#core'
import { CONSENT, isConsentSignature } from '../services/consent.ts'
import { shopLink, write } from '../services/letters.ts'
import { limitLetters, plainEmail, plainPhone, requirePhone } from '../services/rules.ts'
import { NewsView } from '../wire.ts'
import { open } from './shared.ts'

const address = f.text({ maxLength: 1_000, says: 'core:rule.email' })
const signature = f.maybe(f.text())

const isAddress = (email: string) => email.length <= 254 && /^[^\s@\0]+@[^\s@\0]+$/.test(email)

/** The address of a path: bare, or packed with its signature as links in mails have it. @throws Failed INVALID */
function addressOf(given: string, signed: string | null): { email: string; signature: string } {
  const packed = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/.exec(given)
  const email = plainEmail(packed ? Buffer.from(packed[1] ?? '', 'base64url').toString('utf8') : given)
  if (!isAddress(email)) throw invalid({ email: text('core:rule.email') })
  return { email, signature: packed?.[2] ?? signed ?? '' }
}

/** A number as it is compared: in international form with a +, else with the code it came with, or that of the shop. @throws Failed INVALID */
function numberOf(kernel: Kernel, key: string, given: string | null): string {
  const { default_country_code, supported_country_codes } = kernel.settings.of(basic)
  const international = key.trim().startsWith('+') ? key.replaceAll(/\D/g, '') : ''
  const named = supported_country_codes.find((code) => international.startsWith(code))
  const country_code = named ?? given ?? default_country_code
  const phone = named ? international.slice(named.length) : key
  requirePhone(kernel, { phone, country_code })
  return plainPhone(country_code, phone)
}

/** Only a signature of ours or the signed-in owner may see and change what an address gets. */
async function mayChange({ kernel, actor }: Ctx, email: string, signed: string): Promise<boolean> {
  if (signed && isConsentSignature(kernel, email, signed)) return true
  if (actor.kind !== 'customer') return false
  return Boolean(await kernel.db.one(sql`select 1 from customer where id = ${actor.id} and email = ${email}`))
}

/** Mails an address whether it meant it. */
export const CONSENT_MAIL = defineJob({
  name: 'people/consent-mail',
  payload: { email: t.text(), name: t.pick(['unsubscribe', 'subscribe']), language: t.pick(locales) },
})

/** Mails an address whether it meant it: whoever typed it may not own it. */
async function askOwner({ kernel, language }: Ctx, email: string, name: 'unsubscribe' | 'subscribe'): Promise<void> {
  await limitLetters(kernel, `${name}-mail`, email)
  await kernel.work(async (tx) => tx.enqueue(CONSENT_MAIL, { email, name, language }))
}

interface Asking {
  kernel: Kernel
  request: { ip: string }
}

const limit =
  (what: string, max: number) =>
  ({ kernel, request }: Asking) =>
    rateLimit(kernel.db, `${what} ${sourceOf(request.ip)}`, { max, seconds: 60, message: 'core:error.too_frequent' })

/** News: whether they are sent, ending them, asking for them (specification C §7). Nothing changes by a GET. */
export const consentRoutes = [
  route({
    ...open,
    on: 'GET /unsubscribe/:email',
    id: 'news.get',
    summary: 'Whether an address gets news, for its owner or whoever has a signed link',
    params: { email: address },
    query: { signature },
    answer: NewsView,
    admit: limit('unsubscribe', 60),
    run: async ({ kernel, ctx, params, query, reply }) => {
      const { email, signature: signed } = addressOf(params.email, query.signature)
      void reply.header('cache-control', 'no-store')
      if (!(await mayChange(ctx, email, signed))) return { email, status: 'unknown' }
      const state = await kernel.get(CONSENT).state(kernel.db, email)
      return { email, status: state === 'subscribed' ? 'subscribed' : 'unsubscribed' }
    },
  }),
  route({
    ...open,
    on: 'POST /unsubscribe/:email',
    id: 'news.end',
    summary: 'Ends news to an address, or undoes that; without a signed link the address is asked by mail',
    plainForm: true,
    params: { email: address },
    query: { signature },
    body: { signature, undo: f.flag({ default: false }) },
    answer: NewsView,
    admit: limit('unsubscribe', 60),
    run: async ({ kernel, ctx, params, query, body }) => {
      const { email, signature: signed } = addressOf(params.email, body.signature ?? query.signature)
      if (await mayChange(ctx, email, signed)) {
        const state = body.undo ? 'subscribed' : 'unsubscribed'
        const change = { address: email, state, reason: 'user', source: 'unsubscribe', actor: ctx.actor } as const
        await kernel.work((tx) => kernel.get(CONSENT).change(tx, change))
        return { email, status: state }
      }
      await askOwner(ctx, email, 'unsubscribe')
      return { email, status: 'sent' }
    },
  }),
  route({
    ...open,
    on: 'POST /subscribe',
    id: 'news.ask',
    summary: 'Asks for news; an address that is not one’s own is asked by mail',
    body: { email: f.email(), list: f.pick(['marketing'], { default: 'marketing' }) },
    answer: NewsView,
    admit: limit('subscribe', 10),
    run: async ({ kernel, ctx, body }) => {
      const email = plainEmail(body.email)
      if (await mayChange(ctx, email, '')) {
        const change = { address: email, state: 'subscribed', reason: 'user', source: 'subscribe', actor: ctx.actor } as const
        await kernel.work((tx) => kernel.get(CONSENT).change(tx, change))
        return { email, status: 'subscribed' }
      }
      await askOwner(ctx, email, 'subscribe')
      return { email, status: 'sent' }
    },
  }),
  route({
    ...open,
    on: 'POST /check',
    id: 'customer.check',
    summary: 'Whether an address or a number belongs to an account already',
    body: { key: f.text(), type: f.pick(['email', 'phone']), country_code: f.maybe(f.text({ maxLength: 4 })) },
    answer: t.object({ status: t.pick(['exists', 'available']) }),
    admit: limit('check', 10),
    run: async ({ kernel, body }) => {
      const email = plainEmail(body.key)
      if (body.type === 'email' && !isAddress(email)) throw invalid({ key: text('core:rule.email') })
      const found = await kernel.db.one(
        body.type === 'email'
          ? sql`select 1 from customer where email = ${email}`
          : sql`select 1 from customer where phone_verified_at is not null and phone_norm = ${numberOf(kernel, body.key, body.country_code)}`,
      )
      return { status: found ? 'exists' : 'available' }
    },
  }),
]

/** Asks an address whether it meant it. To end news, only an address that gets them is written to. */
export async function sendConsentMail(kernel: Kernel, { email, name, language }: Told<typeof CONSENT_MAIL>): Promise<void> {
  const consent = kernel.get(CONSENT)
  const state = await consent.state(kernel.db, email)
  if (name === 'unsubscribe' ? state !== 'subscribed' : state === 'subscribed') return
  const link = shopLink(kernel, language, consent.page(email) + (name === 'subscribe' ? '&want=1' : ''))
  await kernel.work((tx) => write(tx, kernel, { to: email, name, language, params: { link } }))
}
