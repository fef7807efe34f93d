import { sql } from '../../../core/db/sql.ts'
import { f } from '../../../core/fields/f.ts'
import { defineResource } from '../../../core/resource/define.ts'

/** At most one address is the main one: setting it on an address clears it on the others. */
export const address = defineResource({
  name: 't_address',
  match: 'code',
  locked: true,
  fields: { code: f.text({ unique: true }), main: f.flag({ default: false }), note: f.text({ default: '' }) },
  hooks: {
    validate: async ({ tx, old, input }) => {
      if (input.main)
        await tx.run(sql`update t_address set main = false, version = version + 1 where main and id is distinct from ${old?.id ?? null}`)
    },
  },
})
