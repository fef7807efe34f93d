import { extendResource, f, sql } from 'stoa'
import { sources } from '../domain/sources.ts'

/** A form can lead to a funnel: whoever answers it becomes a lead there. */
export const formToFunnel = extendResource('form', {
  fields: {
    target_funnel_id: f.maybe(f.one('funnel', { group: 'after', needs: 'create lead' })),
    lead_source: f.pick(sources, { default: 'form', group: 'after', needs: 'create lead' }),
  },
  hooks: {
    // A funnel that asked by a form that is no more asks its own questions again.
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update crm_funnel set form_id = null, version = version + 1 where form_id = ${row.id}`)
      tx.invalidate('funnel')
    },
  },
})

/** A funnel forgets the landing page that is no more. */
export const landingPageOfFunnel = extendResource('landing_page', {
  hooks: {
    afterDelete: async ({ tx, row }) => {
      await tx.run(sql`update crm_funnel set landing_page_id = null, version = version + 1 where landing_page_id = ${row.id}`)
      tx.invalidate('funnel')
    },
  },
})
