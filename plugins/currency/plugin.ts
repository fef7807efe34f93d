import { definePlugin, sql } from 'stoa'
import { currency } from './settings.ts'

export default definePlugin({
  id: 'currency',
  settings: [currency],
  admin: {
    tasks: [
      {
        id: 'currency',
        order: 20,
        to: 'configuration?active_tab=currency',
        needs: 'update configuration',
        done: sql`exists (select 1 from setting where name = 'currency')`,
      },
    ],
  },
})
