import { defineResource, f, validationError, message as say } from 'stoa'
import { isTarget } from '../domain/addresses.ts'
import { enabled, endsAt, order, startsAt, title } from './shared.ts'

/** A slide, shown at a named position of the store within its period. */
export const slider = defineResource({
  name: 'slider',
  sortBy: 'order',
  locked: true,
  fields: {
    title,
    subtitle: f.maybe(f.text({ localized: true })),
    image: f.image({ localized: true }),
    image_mobile: f.maybe(f.image({ localized: true })),
    url: f.maybe(f.text({ localized: true, maxLength: 2_000 })),
    button: f.maybe(f.text({ localized: true, maxLength: 60 })),
    position: f.key({ default: 'home', list: true, filter: true, group: 'side' }),
    order,
    enabled,
    starts_at: startsAt,
    ends_at: endsAt,
    open_in_current_tab: f.flag({ default: true, group: 'side' }),
  },
  hooks: {
    validate: ({ input }) => {
      const urls = Object.values(input.url ?? {})
      if (urls.some((u) => u !== '' && !isTarget(u))) throw validationError({ url: say('core:rule.url') })
    },
  },
})
