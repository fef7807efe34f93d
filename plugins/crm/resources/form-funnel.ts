import { extendResource, f, sql } from 'stoa'
import { sources } from '../domain/sources.ts'

/** A form can name a funnel. Each submission creates a lead in it. */
export const formToFunnel = extendResource('form', {
  fields: {
    target_funnel_id: f.maybe(f.one('funnel', { group: 'after', needs: 'create lead' })),
    lead_source: f.pick(sources, { default: 'form', group: 'after', needs: 'create lead' }),
  },
  hooks: {
    // When the form is deleted, the funnel uses its default questions again.
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update crm_funnel set form_id = null, version = version + 1 where form_id = ${row.id}`)
      tx.invalidate('funnel')
    },
  },
})

/** Clears the reference to a landing page that was deleted. */
export const landingPageOfFunnel = extendResource('landing_page', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update crm_funnel set landing_page_id = null, version = version + 1 where landing_page_id = ${row.id}`)
      tx.invalidate('funnel')
    },
  },
})
