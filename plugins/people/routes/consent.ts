import { type Ctx, f, AppError, FORBIDDEN, validationError, route, sql, message } from 'stoa'
import { CONSENT } from '../services/consent.ts'
import { requestConfirmation } from '../services/consent-mail.ts'
import { type ConsentLink, isConsentLink, unpackLink } from '../services/consent-links.ts'
import { type Channel, channels, NEWS } from '../services/consent-sql.ts'
import { savePreferences, readPreferences } from '../services/preferences.ts'
import { addressPattern, normalizeEmail } from '../services/sign-in-rules.ts'
import { SubscriptionView } from '../api-types.ts'
import { limitByNetwork, publicRoute } from './shared.ts'

const address = f.text({ maxLength: 1_000, says: 'core:rule.email' })
/** Signed parameters of a link beside the address. */
const signed = {
  signature: f.maybe(f.text()),
  channel: f.pick(channels, { default: NEWS.channel }),
  topic: f.text({ default: NEWS.topic, maxLength: 40 }),
  ref: f.text({ default: '', maxLength: 60 }),
}

/** Parses a link: packed into the path as in e-mail headers, or as separate query parameters. @throws AppError INVALID */
function parseLink(packedLink: string, parameters: { signature: string | null; channel: Channel; topic: string; ref: string }): Link {
  const link = unpackLink(packedLink) ?? { ...parameters, address: normalizeEmail(packedLink), signature: parameters.signature ?? '' }
  if (!(link.channel === 'sms' ? /^\d{5,18}$/ : addressPattern).test(link.address) || link.address.length > 254)
    throw validationError({ email: message('core:rule.email') })
  return link
}

type Link = ConsentLink & { signature: string }

/** A valid signed link, or the signed-in customer with the verified address, may view and change consent. */
async function mayChangeConsent({ kernel, actor }: Ctx, link: Link): Promise<boolean> {
  if (link.signature && isConsentLink(kernel, link, link.signature)) return true
  if (actor.kind !== 'customer' || link.channel !== 'email') return false
  return Boolean(
    await kernel.db.one(sql`select 1 from customer where id = ${actor.id} and email = ${link.address} and email_verified_at is not null`),
  )
}

/** News: query, unsubscribe and subscribe (specification C §7). A GET changes nothing. */
export const consentRoutes = [
  route({
    ...publicRoute,
    on: 'GET /unsubscribe/:email',
    id: 'news.get',
    summary: 'Subscription state of an address, for its owner or the holder of a signed link',
    params: { email: address },
    query: signed,
    response: SubscriptionView,
    admit: limitByNetwork('unsubscribe', 60),
    run: async ({ kernel, ctx, params, query, reply }) => {
      const link = parseLink(params.email, query)
      void reply.header('cache-control', 'no-store')
      if (!(await mayChangeConsent(ctx, link))) return { email: link.address, status: 'unknown' }
      const state = await kernel.get(CONSENT).getState(kernel.db, link.address, link)
      const preferences = await readPreferences(ctx, link.channel, link.address)
      return { email: link.address, status: state === 'subscribed' ? 'subscribed' : 'unsubscribed', preferences }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /unsubscribe/:email',
    id: 'news.end',
    summary: 'Unsubscribes an address, or undoes that; without a signed link a confirmation e-mail is sent',
    plainForm: true,
    params: { email: address },
    query: signed,
    body: {
      ...signed,
      channel: f.maybe(signed.channel),
      topic: f.maybe(signed.topic),
      ref: f.maybe(signed.ref),
      undo: f.flag({ default: false }),
    },
    response: SubscriptionView,
    admit: limitByNetwork('unsubscribe', 60),
    run: async ({ kernel, ctx, params, query, body }) => {
      const link = parseLink(params.email, {
        signature: body.signature ?? query.signature,
        channel: body.channel ?? query.channel,
        topic: body.topic ?? query.topic,
        ref: body.ref ?? query.ref,
      })
      const email = link.address
      if (await mayChangeConsent(ctx, link)) {
        const state = body.undo ? 'subscribed' : 'unsubscribed'
        const { channel, topic, ref } = link
        const change = { address: email, channel, topic, ref, state, reason: 'user', source: 'unsubscribe', actor: ctx.actor } as const
        await kernel.transaction((tx) => kernel.get(CONSENT).recordChange(tx, change))
        return { email, status: state }
      }
      if (link.channel === 'email') await requestConfirmation(ctx, email, 'unsubscribe')
      return { email, status: 'sent' }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /preference/:email',
    id: 'news.choose',
    summary: 'Saves the preferences of an address by channel and topic; needs a signed link or the signed-in owner',
    params: { email: address },
    body: {
      ...signed,
      choices: f.items(
        { channel: f.pick(channels), topic: f.text({ maxLength: 40 }), subscribed: f.flag({ default: false }) },
        { maxItems: 100 },
      ),
    },
    response: SubscriptionView,
    errors: [FORBIDDEN],
    admit: limitByNetwork('unsubscribe', 60),
    run: async ({ kernel, ctx, params, body }) => {
      const link = parseLink(params.email, body)
      if (!(await mayChangeConsent(ctx, link))) throw new AppError(FORBIDDEN, [message('people:error.signature')])
      await savePreferences(ctx, link, body.choices)
      const state = await kernel.get(CONSENT).getState(kernel.db, link.address, link)
      const preferences = await readPreferences(ctx, link.channel, link.address)
      return { email: link.address, status: state === 'subscribed' ? 'subscribed' : 'unsubscribed', preferences }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /subscribe',
    id: 'news.ask',
    summary: 'Subscribes an address; another person’s address gets a confirmation e-mail',
    body: { email: f.email(), list: f.pick(['marketing'], { default: 'marketing' }) },
    response: SubscriptionView,
    admit: limitByNetwork('subscribe', 10),
    run: async ({ kernel, ctx, body }) => {
      const email = normalizeEmail(body.email)
      if (await mayChangeConsent(ctx, { ...NEWS, address: email, ref: '', signature: '' })) {
        const change = { address: email, state: 'subscribed', reason: 'user', source: 'subscribe', actor: ctx.actor } as const
        await kernel.transaction((tx) => kernel.get(CONSENT).recordChange(tx, change))
        return { email, status: 'subscribed' }
      }
      await requestConfirmation(ctx, email, 'subscribe')
      return { email, status: 'sent' }
    },
  }),
]
