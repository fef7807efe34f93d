import { defineResource, f, sql } from 'stoa'
import { moves } from '../domain/statuses.ts'
import { dropRequest, mustNotWait } from '../services/approval.ts'
import { keepFrozen, fillOrder, mayGo, settle } from '../services/order.ts'
import {
  closeOpen,
  mayApprove,
  mustBeComplete,
  mustBeEmpty,
  mustBePaid,
  noteApproval,
  placeOrder,
  releaseBelowLimit,
} from '../services/moves.ts'
import { poFields } from './po-fields.ts'

const reason = { reason: f.area({ maxLength: 500 }) }

/** An order to a supplier. Its lines are fixed once it is submitted; then receipts tell how far it is. */
export const po = defineResource({
  name: 'po',
  table: 'purchase_order',
  label: 'number',
  match: 'number',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: poFields,
  // What was sent to a supplier is between the two shops as they were; goods that came are counted with the stock.
  transfer: { where: sql`t.status in ('draft', 'pending', 'approved', 'rejected')` },
  states: {
    field: 'status',
    start: 'draft',
    moves: {
      submit: { ...moves.submit, guard: mustBeComplete, effect: releaseBelowLimit },
      approve: { ...moves.approve, guard: mayApprove, effect: noteApproval },
      reject: { ...moves.reject, input: reason, guard: mustNotWait },
      revise: { ...moves.revise },
      send: { ...moves.send, effect: placeOrder },
      close: {
        ...moves.close,
        input: { waive: f.flag({ default: false }), reason: f.area({ default: '', maxLength: 500 }) },
        guard: mustBePaid,
      },
      short: { ...moves.short, input: reason, effect: closeOpen },
      cancel: { ...moves.cancel, input: reason, guard: mustBeEmpty, effect: dropRequest },
      recall: { ...moves.recall, input: { reason: f.text({ default: '' }) } },
      release: { ...moves.release, effect: placeOrder },
      undo: { ...moves.undo, input: { reason: f.text({ default: '' }) } },
      part: { ...moves.part, input: { reason: f.text({ default: '' }) } },
      fill: { ...moves.fill, input: { reason: f.text({ default: '' }) } },
      flag: { ...moves.flag, input: { reason: f.text({ default: '' }) } },
    },
  },
  hooks: { prepare: fillOrder, check: keepFrozen, saved: settle, removable: mayGo },
})
