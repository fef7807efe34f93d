import { defineResource, f, validationError, message } from 'stoa'

/** Placeholder for the tracking number in a carrier's tracking URL. */
export const NUMBER = '{number}'

/** A carrier. */
export const carrier = defineResource({
  name: 'carrier',
  label: 'name',
  match: 'code',
  enabledBy: 'enabled',
  locked: true,
  sortBy: 'code',
  fields: {
    code: f.key({ unique: true, list: true, sort: true, search: true }),
    name: f.text({ list: true, sort: true, search: true }),
    tracking_url: f.text({ default: '', maxLength: 500, list: true }),
    phone: f.text({ default: '', maxLength: 40 }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, group: 'side' }),
  },
  hooks: {
    validate: ({ input }) => {
      const url = input.tracking_url ?? ''
      if (url !== '' && !(/^https?:\/\/\S+$/.test(url) && url.includes(NUMBER)))
        throw validationError({ tracking_url: message('shipping:error.tracking_url', { number: NUMBER }) })
    },
  },
})
