import { defineResource, f, type SavedRecord } from 'stoa'
import { revokeDisabledKiosk, unpairKiosk } from '../services/kiosk/revoke-kiosk.ts'

/** Permission to create a pairing code, with which a tablet becomes a kiosk. */
export const PAIR_KIOSK = 'pair hr kiosk'

const fields = {
  name: f.text({ unique: true, list: 1, sort: true, search: true, maxLength: 80 }),
  site_id: f.maybe(f.one('hr_site', { list: 2, filter: true })),
  enabled: f.flag({ default: true, list: 3, filter: true, inline: true, group: 'side' }),
  paired_at: f.maybe(f.instant({ readOnly: true, list: 4, group: 'side' })),
  last_seen_at: f.maybe(f.instant({ readOnly: true, list: 5, sort: true, group: 'side' })),
}

/**
 * A kiosk: a shared tablet on which employees punch with staff number and PIN. The hashes of its pairing code and token are columns that no
 * response contains. Disabling it revokes its token for good.
 */
export const hrKiosk = defineResource({
  name: 'hr_kiosk',
  path: 'attendance/kiosk',
  label: 'name',
  match: 'name',
  enabledBy: 'enabled',
  sortBy: 'name',
  locked: true,
  listStamps: false,
  verbs: ['get', 'create', 'update', 'destroy', 'batch destroy'],
  fields,
  actions: { unpair: { intent: 'danger', confirm: true, run: unpairKiosk } },
  hooks: {
    afterSave: ({ tx, id, input }: SavedRecord<typeof fields>) => (input.enabled === false ? revokeDisabledKiosk(tx, id) : undefined),
  },
})
