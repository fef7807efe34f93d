import { extendResource, f, sql } from 'stoa'
import { customer } from 'stoa/plugins/people'

/** Adds points balance and tier to the list of customers. */
export const memberOfCustomer = extendResource(customer, {
  columns: {
    tier: {
      field: f.maybe(f.text({ list: true })),
      read: ({
        language,
        mainLanguage,
      }) => sql`(select coalesce(nullif(m.title->>${language}, ''), m.title->>${mainLanguage}) from loyalty_member x
        join membership m on m.id = x.membership_id where x.person_id = t.person_id)`,
    },
    points: {
      field: f.int({ list: true }),
      read: () => sql`coalesce((select a.balance from points_account a where a.person_id = t.person_id), 0)`,
    },
  },
})
