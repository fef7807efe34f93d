import { defineResource, f, sql } from 'stoa'

/** A kind of device the shop accepts. The public reads it at `GET /api/device` and `POST /api/device {url}`. */
export const device = defineResource({
  name: 'device',
  match: 'url',
  store: { path: '/device', by: 'url', show: ['title', 'url'], where: sql`t.enabled` },
  fields: {
    title: f.text({ localized: true, list: true }),
    url: f.slug({ unique: true, slugOf: 'title' }),
    enabled: f.flag({ default: true }),
  },
  columns: {
    waits: { field: f.int({ list: 2 }), read: () => sql`(current_date - t.created_at::date)` },
  },
  actions: {
    tell: { confirm: true, batch: true, run: ({ tx, row }) => tx.emit('device.offered', { deviceId: row.id }) },
  },
})
