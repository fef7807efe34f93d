import { defineRecord, f, validationError, sql, message as say } from 'stoa'
import { isTarget } from '../domain/addresses.ts'

/** A redirect from an old URL. Created automatically when a slug changes. */
export const redirect = defineRecord({
  name: 'redirect',
  events: [],
  label: 'source',
  match: 'source',
  locked: true,
  fields: {
    source: f.text({ unique: true, list: true, sort: true, search: true, maxLength: 500 }),
    target: f.text({ list: true, search: true, maxLength: 2_000, inline: true }),
    enabled: f.flag({ default: true, list: true, filter: true, inline: true, batch: true }),
  },
  hooks: {
    validate: ({ input, old }) => {
      const { source = old?.source ?? '', target = old?.target ?? '' } = input
      if (!/^\/(?!\/)[^\s?#]+$/.test(source)) throw validationError({ source: say('content:error.path') })
      if (!isTarget(target)) throw validationError({ target: say('core:rule.url') })
    },
    afterSave: async ({ tx, id }) => {
      const loop = await tx.one(sql`
        with recursive way as (
          select r.source, r.target from redirect r where r.id = ${id}
          union select way.source, r.target from redirect r join way on r.source = way.target
        ) select 1 from way where way.target = way.source`)
      if (loop) throw validationError({ target: say('content:error.redirect_loop') })
    },
  },
})
