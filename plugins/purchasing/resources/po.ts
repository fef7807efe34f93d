import { defineResource, f, sql } from 'stoa'
import { transitions } from '../domain/statuses.ts'
import { withdrawRequest, assertNoApprovalPending } from '../services/approval.ts'
import { assertFrozenUnchanged, completeOrder, canDeleteOrder, updateTotals } from '../services/order.ts'
import {
  closeOpen,
  assertMayApprove,
  assertComplete,
  assertNothingReceived,
  assertPaid,
  recordApproval,
  placeOrder,
  releaseBelowLimit,
} from '../services/transitions.ts'
import { poFields } from './po-fields.ts'

const reason = { reason: f.area({ maxLength: 500 }) }

/** A purchase order. Its lines are fixed after submission; then receipts determine its status. */
export const po = defineResource({
  name: 'po',
  table: 'purchase_order',
  label: 'number',
  match: 'number',
  sortBy: '-id',
  locked: true,
  listCreated: true,
  fields: poFields,
  // Sent orders are not exported, because they belong to the shop that sent them. Received units are part of the exported stock levels.
  transfer: { where: sql`t.status in ('draft', 'pending', 'approved', 'rejected')` },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      submit: { ...transitions.submit, guard: assertComplete, effect: releaseBelowLimit },
      approve: { ...transitions.approve, guard: assertMayApprove, effect: recordApproval },
      reject: { ...transitions.reject, input: reason, guard: assertNoApprovalPending },
      revise: { ...transitions.revise },
      send: { ...transitions.send, effect: placeOrder },
      close: {
        ...transitions.close,
        input: { waive: f.flag({ default: false }), reason: f.area({ default: '', maxLength: 500 }) },
        guard: assertPaid,
      },
      short: { ...transitions.short, input: reason, effect: closeOpen },
      cancel: { ...transitions.cancel, input: reason, guard: assertNothingReceived, effect: withdrawRequest },
      recall: { ...transitions.recall, input: { reason: f.text({ default: '' }) } },
      release: { ...transitions.release, effect: placeOrder },
      undo: { ...transitions.undo, input: { reason: f.text({ default: '' }) } },
      part: { ...transitions.part, input: { reason: f.text({ default: '' }) } },
      fill: { ...transitions.fill, input: { reason: f.text({ default: '' }) } },
      flag: { ...transitions.flag, input: { reason: f.text({ default: '' }) } },
    },
  },
  hooks: { beforeValidate: completeOrder, validate: assertFrozenUnchanged, afterSave: updateTotals, canDelete: canDeleteOrder },
})
