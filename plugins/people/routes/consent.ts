import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkInput, ctxOf, f, hit, invalid, type Kernel, type Locale, sql, text } from '#core'
import { CONSENT, isConsentSignature } from '../services/consent.ts'
import { shopLink, write } from '../services/letters.ts'
import { limitLetters, plainEmail, plainPhone, requirePhone } from '../services/rules.ts'
import { type Body, bodyOf, open } from './shared.ts'

/** The address of a path: bare, or packed with its signature as links in mails have it. */
function addressOf(request: FastifyRequest): { email: string; signature: string } {
  const given = (request.params as { email: string }).email
  const packed = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/.exec(given)
  const email = plainEmail(packed ? Buffer.from(packed[1] ?? '', 'base64url').toString('utf8') : given)
  if (email.length > 254 || !/^[^\s@\0]+@[^\s@\0]+$/.test(email)) throw invalid({ email: text('core:rule.email') })
  return { email, signature: packed?.[2] ?? String(bodyOf(request).signature ?? '') }
}

/** News: whether they are sent, ending them, asking for them (specification C §7). Nothing changes by a GET. */
export function consentRoutes(app: FastifyInstance, kernel: Kernel): void {
  const consent = kernel.get(CONSENT)

  /** Only a signature of ours or the signed-in owner may see and change what an address gets. */
  const mayChange = async (request: FastifyRequest, email: string, signature: string): Promise<boolean> => {
    if (signature && isConsentSignature(kernel, email, signature)) return true
    if (request.actor.kind !== 'customer') return false
    return Boolean(await kernel.db.one(sql`select 1 from customer where id = ${request.actor.id} and email = ${email}`))
  }

  app.get('/unsubscribe/:email', open, async (request, reply) => {
    await hit(kernel.db, `unsubscribe ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
    const { email, signature } = addressOf(request)
    void reply.header('cache-control', 'no-store')
    if (!(await mayChange(request, email, signature))) return { email, status: 'unknown' }
    return { email, status: (await consent.state(kernel.db, email)) === 'subscribed' ? 'subscribed' : 'unsubscribed' }
  })

  const change = async (request: FastifyRequest) => {
    await hit(kernel.db, `unsubscribe ${request.ip}`, { max: 60, seconds: 60, message: 'core:error.too_frequent' })
    const { email, signature } = addressOf(request)
    const { undo } = await checkInput({ undo: f.flag({ default: false }) }, request.body as Body, request.typed)
    if (await mayChange(request, email, signature)) {
      const state = undo ? 'subscribed' : 'unsubscribed'
      await kernel.work((tx) => consent.change(tx, { address: email, state, reason: 'user', source: 'unsubscribe', actor: request.actor }))
      return { email, status: state }
    }
    await limitLetters(kernel, 'unsubscribe-mail', email)
    await kernel.work(async (tx) =>
      tx.enqueue('people/consent-mail', { email, name: 'unsubscribe', language: ctxOf(kernel, request).language }),
    )
    return { email, status: 'sent' }
  }
  void app.register((forms, _options, done) => {
    // Programs that read mail post a form.
    const type = 'application/x-www-form-urlencoded'
    if (!forms.hasContentTypeParser(type))
      forms.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 10_000 }, (_request, body, parsed) => {
        parsed(null, Object.fromEntries(new URLSearchParams(String(body))))
      })
    forms.post('/unsubscribe/:email', open, change)
    done()
  })

  app.post('/subscribe', open, async (request) => {
    await hit(kernel.db, `subscribe ${request.ip}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
    const input = await checkInput(
      { email: f.email(), list: f.pick(['marketing'], { default: 'marketing' }) },
      request.body as Body,
      request.typed,
    )
    const email = plainEmail(input.email)
    if (await mayChange(request, email, '')) {
      await kernel.work((tx) =>
        consent.change(tx, { address: email, state: 'subscribed', reason: 'user', source: 'subscribe', actor: request.actor }),
      )
      return { email, status: 'subscribed' }
    }
    // Whoever typed it may not own it: the address itself is asked.
    await limitLetters(kernel, 'subscribe-mail', email)
    await kernel.work(async (tx) =>
      tx.enqueue('people/consent-mail', { email, name: 'subscribe', language: ctxOf(kernel, request).language }),
    )
    return { email, status: 'sent' }
  })

  app.post('/check', open, async (request) => {
    await hit(kernel.db, `check ${request.ip}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
    const asked = { key: f.text(), type: f.pick(['email', 'phone']), country_code: f.maybe(f.text({ maxLength: 4 })) }
    const input = await checkInput(asked, request.body as Body, request.typed)
    if (input.type === 'phone') requirePhone(kernel, { phone: input.key, country_code: input.country_code })
    const found = await kernel.db.one(
      input.type === 'email'
        ? sql`select 1 from customer where email = ${plainEmail(input.key)}`
        : sql`select 1 from customer where phone_verified_at is not null and phone_norm = ${plainPhone(String(input.country_code), String(input.key))}`,
    )
    return { status: found ? 'exists' : 'available' }
  })
}

/** Asks an address whether it meant it. To end news, only an address that gets them is written to. */
export async function sendConsentMail(kernel: Kernel, payload: unknown): Promise<void> {
  const { email, name, language } = payload as { email: string; name: 'unsubscribe' | 'subscribe'; language: Locale }
  const consent = kernel.get(CONSENT)
  const state = await consent.state(kernel.db, email)
  if (name === 'unsubscribe' ? state !== 'subscribed' : state === 'subscribed') return
  const link = shopLink(kernel, language, consent.page(email) + (name === 'subscribe' ? '&want=1' : ''))
  await kernel.work((tx) => write(tx, kernel, { to: email, name, language, params: { link } }))
}
