import { defineResource, f, validationError, sql, message, type ValidatedInput } from 'stoa'
import { PROVIDERS } from '../services/adapter.ts'

const SALES_CHANNELS = ['store', 'booking', 'pos', 'admin'] as const

const fields = {
  title: f.text({ localized: true, list: true, search: true }),
  code: f.key({ unique: true, list: true, sort: true }),
  // `named`: the value is the name of a contribution to this extension point.
  provider: f.key({ default: 'offline', list: true, filter: true, named: PROVIDERS }),
  instructions: f.maybe(f.rich({ localized: true, small: true })),
  enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true, group: 'side' }),
  mode: f.pick(['test', 'live'], { default: 'live', list: true, filter: true, group: 'side' }),
  order: f.int({ default: 0, list: true, sort: true, inline: true, group: 'side' }),
  hold_minutes: f.duration({ default: 4_320, min: 5, max: 43_200, group: 'side' }),
  applies_to: f.picks(SALES_CHANNELS, { default: [...SALES_CHANNELS], group: 'limits' }),
  currencies: f.tags({ default: [], maxItems: 50, group: 'limits' }),
  min: f.maybe(f.money({ group: 'limits' })),
  max: f.maybe(f.money({ group: 'limits' })),
}

/** A payment method, available at checkout while it is enabled and fully configured. */
export const paymentMethod = defineResource({
  name: 'payment_method',
  path: 'payment',
  label: 'title',
  match: 'code',
  // Optimistic locking: an update names the version it has read.
  locked: true,
  // Changing where payments go requires a recent password confirmation.
  fresh: ['create', 'update', 'destroy', 'batch update', 'batch destroy', 'import'],
  sortBy: 'order',
  // The built-in method for zero amounts is not listed.
  where: sql`t.provider <> 'free'`,
  fields,
  hooks: { validate: validateMethod },
})

function validateMethod({ ctx, input }: ValidatedInput<typeof fields>): void {
  const { provider, currencies = [] } = input
  if (provider !== undefined && (provider === 'free' || !ctx.kernel.contributions(PROVIDERS).has(provider)))
    throw validationError({ provider: message('core:rule.choice') })
  if (!currencies.every((c) => /^[A-Z]{3}$/.test(c))) throw validationError({ currencies: message('payments:error.currency') })
}
