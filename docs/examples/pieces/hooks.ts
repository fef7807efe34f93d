import { extendResource, invalid, sql, text } from 'stoa'
import { repair } from '../repair/index.ts'
import { repairRules } from './settings.ts'

/** What a plugin may have to say to writes of a repair: in `hooks` of the resource itself, or of an extension like this. */
export const rules = extendResource(repair, {
  hooks: {
    // Completes or changes what is to be stored.
    prepare: ({ ctx, input, mode }) => {
      if (mode === 'create') input.price ??= ctx.kernel.settings.of(repairRules).usual_price
    },
    // Refuses, naming fields.
    check: ({ old, input }) => {
      if (old?.status === 'completed' && input.price !== undefined) throw invalid({ price: text('repair:error.settled') })
    },
    // The row is stored with its children, and has its id.
    saved: ({ tx, id, input }) => {
      if (input.price !== undefined) tx.emit('repair.priced', { repairId: id })
    },
    // A move or an action of this name is about to be made.
    moving: ({ move, row }) => {
      if (move === 'complete' && row.owner_id === null) throw invalid({ owner_id: text('repair:error.unowned') })
    },
    // True, or the reason why a row must stay.
    removable: ({ row }) => row.status !== 'pending' || text('repair:error.in_work'),
    // Cleans up after a row is gone.
    removed: async ({ tx, row }) => void (await tx.run(sql`delete from repair_note where repair_id = ${row.id}`)),
  },
})
