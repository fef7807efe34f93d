import { column, f } from 'stoa'

const fixed = { readOnly: true } as const

/** Columns of a punch, for statements that write it. */
export const punchColumns = {
  name: 'hr_punch',
  internal: { ip: column('text') },
  fields: {
    employee_id: f.one('hr_employee', { ...fixed, list: 1, filter: true }),
    at: f.instant({ ...fixed, list: 2, sort: true, filter: true }),
    direction: f.pick(['in', 'out', 'auto'], { ...fixed, list: 3, filter: true }),
    source: f.pick(['web', 'kiosk', 'import', 'admin'], { ...fixed, list: 4, filter: true }),
    outside: f.flag({ default: false, ...fixed, list: 5, filter: true }),
    distance_m: f.maybe(f.int({ ...fixed, list: 6 })),
    lat: f.maybe(f.decimal(fixed)),
    lng: f.maybe(f.decimal(fixed)),
    accuracy_m: f.maybe(f.int(fixed)),
    device_id: f.text({ default: '', ...fixed, search: true }),
    created_by: f.maybe(f.one('account', fixed)),
    voided_at: f.maybe(f.instant({ ...fixed, list: 7, filter: true })),
    voided_by: f.maybe(f.one('account', fixed)),
    void_reason: f.text({ default: '', ...fixed }),
  },
}
