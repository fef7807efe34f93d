import { extendResource, validationError, sql, message } from 'stoa'
import { repair } from '../repair/index.ts'
import { repairRules } from './settings.ts'

/** Hooks of the repair resource: in `hooks` of the resource itself, or of an extension as here. */
export const rules = extendResource(repair, {
  hooks: {
    // Completes or changes the input before it is validated.
    beforeValidate: ({ ctx, input, mode }) => {
      if (mode === 'create') input.price ??= ctx.kernel.settings.of(repairRules).usual_price
    },
    // Rejects the write with a message per field.
    validate: ({ old, input }) => {
      if (old?.status === 'completed' && input.price !== undefined) throw validationError({ price: message('repair:error.settled') })
    },
    // Runs after the row and its child rows are stored; the row has its id.
    afterSave: ({ tx, id, input }) => {
      if (input.price !== undefined) tx.emit('repair.priced', { repairId: id })
    },
    // Runs before a transition or an action of this name.
    beforeTransition: ({ action, row }) => {
      if (action === 'complete' && row.owner_id === null) throw validationError({ owner_id: message('repair:error.unowned') })
    },
    // Returns true, or the reason why the row cannot be deleted.
    canDelete: ({ row }) => row.status !== 'pending' || message('repair:error.in_work'),
    // Cleans up after the row is deleted.
    afterDelete: async ({ tx, row }) => void (await tx.run(sql`delete from repair_note where repair_id = ${row.id}`)),
  },
})
