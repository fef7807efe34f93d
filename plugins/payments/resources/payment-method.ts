import { defineResource, f, invalid, sql, text, type Write } from '#core'
import { PROVIDERS } from '../services/providers.ts'
import { seal } from '../services/secrets.ts'

/** A way to pay, offered at checkout while it is enabled and completely set up. */
export const paymentMethod = defineResource({
  name: 'payment_method',
  path: 'payment',
  label: 'title',
  match: 'code',
  locked: true,
  sortBy: 'order',
  // Bills of nothing have a method of their own, which nobody needs to see.
  scope: () => sql`t.provider <> 'free'`,
  fields: {
    title: f.text({ localized: true, list: true, search: true }),
    code: f.key({ unique: true, list: true, sort: true }),
    provider: f.key({ default: 'offline', list: true, filter: true }),
    instructions: f.maybe(f.rich({ localized: true })),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
    mode: f.pick(['test', 'live'], { default: 'live', list: true, filter: true, group: 'side' }),
    order: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
    hold_minutes: f.int({ default: 4_320, min: 5, max: 43_200, group: 'side' }),
    applies_to: f.tags({ default: ['store', 'booking', 'pos', 'admin'], maxItems: 4, group: 'limits' }),
    currencies: f.tags({ default: [], maxItems: 50, group: 'limits' }),
    min: f.maybe(f.money({ group: 'limits' })),
    max: f.maybe(f.money({ group: 'limits' })),
  },
  hooks: { prepare: sealSecrets, check: refuse },
})

/** Secrets are sealed before anything else sees them. What a form shows of a stored one leaves it as it is. */
function sealSecrets({ ctx, input }: Write): void {
  for (const field of ctx.kernel.registry.resource('payment_method').fields) {
    if (!field.meta.secret) continue
    const value = input[field.name]
    if (value !== null && typeof value === 'object') delete input[field.name]
    else if (typeof value === 'string' && value.trim() !== '') {
      if (value.length > 2_000) throw invalid({ [field.name]: text('core:rule.max_length', { max: 2_000 }) })
      input[field.name] = seal(ctx.kernel, value.trim())
    }
  }
}

const PLACES = new Set(['store', 'booking', 'pos', 'admin'])

function refuse({ ctx, input }: Write): void {
  const { provider, applies_to: places, currencies } = input
  if (provider !== undefined && (provider === 'free' || !ctx.kernel.get(PROVIDERS).has(String(provider))))
    throw invalid({ provider: text('core:rule.choice') })
  if (Array.isArray(places) && !places.every((p) => PLACES.has(String(p)))) throw invalid({ applies_to: text('core:rule.choice') })
  if (Array.isArray(currencies) && !currencies.every((c) => /^[A-Z]{3}$/.test(String(c))))
    throw invalid({ currencies: text('payments:error.currency') })
}
