import { resolve } from 'node:path'
import { defineSettings, f, validationError, message } from 'stoa'
import { isBelow } from './services/is-below.ts'

/** Settings for bulk messages: rate limits, quiet hours, frequency caps and bounce policy. */
export const broadcasting = defineSettings({
  group: 'broadcast',
  order: 34,
  area: 'marketing',
  icon: 'envelope',
  fields: {
    rate_per_min: f.int({ default: 300, min: 1, max: 100_000 }),
    window_count: f.int({ default: 0, min: 0, max: 10_000_000 }),
    window_minutes: f.int({ default: 60, min: 1, max: 10_080 }),
    domain_per_min: f.int({ default: 0, min: 0, max: 100_000 }),
    cap_day: f.int({ default: 0, min: 0, max: 1_000 }),
    cap_week: f.int({ default: 0, min: 0, max: 1_000 }),
    cap_month: f.int({ default: 0, min: 0, max: 1_000 }),
    quiet_channels: f.picks(['email', 'sms'], { default: ['sms'] }),
    quiet_from: f.maybe(f.time({ default: '21:00' })),
    quiet_to: f.maybe(f.time({ default: '09:00' })),
    max_errors: f.int({ default: 50, min: 1, max: 10_000 }),
    retry_seconds: f.int({ default: 60, min: 1, max: 86_400 }),
    answer_seconds: f.int({ default: 120, min: 5, max: 3_600 }),
    tracking: f.flag({ default: true }),
    soft_opt_in: f.flag({ default: false }),
    soft_bounces: f.int({ default: 0, min: 0, max: 100 }),
    hard_bounces: f.int({ default: 1, min: 0, max: 100 }),
    complaints: f.int({ default: 1, min: 0, max: 100 }),
    bounce_address: f.maybe(f.email()),
    bounce_folder: f.text({ default: '', maxLength: 500 }),
    bounce_token: f.maybe(f.sealed({ maxLength: 200 })),
    mailgun_key: f.maybe(f.sealed({ maxLength: 200 })),
  },
  check: ({ ctx, next, old }) => {
    const { mailDir } = ctx.kernel.config
    if (next.bounce_folder && next.bounce_folder !== old.bounce_folder && !isBelow(mailDir, resolve(next.bounce_folder)))
      throw validationError({ bounce_folder: message('broadcast:error.folder', { folder: mailDir }) })
    if ((next.quiet_from ?? null) === null && next.quiet_to) throw validationError({ quiet_from: message('core:rule.required') })
    if ((next.quiet_to ?? null) === null && next.quiet_from) throw validationError({ quiet_to: message('core:rule.required') })
    if (next.bounce_token && next.bounce_token.length < 16) throw validationError({ bounce_token: message('broadcast:error.token_short') })
  },
})
