import { defineResource } from 'stoa'
import { checkGroup } from '../services/check-group.ts'
import { groupFields } from './group-fields.ts'

/** A group of staff who earn commissions by the same rules. */
export const commissionGroup = defineResource({
  name: 'commission_group',
  path: 'commission/group',
  label: 'name',
  match: 'name',
  enabledBy: 'enabled',
  sortBy: 'name',
  locked: true,
  listStamps: false,
  fields: groupFields,
  hooks: { validate: checkGroup },
})
