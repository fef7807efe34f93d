import { extendResource, validationError, sql, message } from 'stoa'
import { repair } from '../repair/index.ts'
import { repairRules } from './settings.ts'

/** What a plugin may have to say to writes of a repair: in `hooks` of the resource itself, or of an extension like this. */
export const rules = extendResource(repair, {
  hooks: {
    // Completes or changes what is to be stored.
    beforeValidate: ({ ctx, input, mode }) => {
      if (mode === 'create') input.price ??= ctx.kernel.settings.of(repairRules).usual_price
    },
    // Refuses, naming fields.
    validate: ({ old, input }) => {
      if (old?.status === 'completed' && input.price !== undefined) throw validationError({ price: message('repair:error.settled') })
    },
    // The row is stored with its children, and has its id.
    afterSave: ({ tx, id, input }) => {
      if (input.price !== undefined) tx.emit('repair.priced', { repairId: id })
    },
    // A move or an action of this name is about to be made.
    beforeTransition: ({ action, row }) => {
      if (action === 'complete' && row.owner_id === null) throw validationError({ owner_id: message('repair:error.unowned') })
    },
    // True, or the reason why a row must stay.
    canDelete: ({ row }) => row.status !== 'pending' || message('repair:error.in_work'),
    // Cleans up after a row is gone.
    afterDelete: async ({ tx, row }) => void (await tx.run(sql`delete from repair_note where repair_id = ${row.id}`)),
  },
})
