import { definePlugin, scheduleJob, sql } from 'stoa'
import { exchangeRate } from './resources/exchange-rate.ts'
import { recordRates } from './services/record-rates.ts'
import { currency } from './settings.ts'

export default definePlugin({
  id: 'currency',
  settings: [currency],
  resources: [exchangeRate],
  presets: {
    'currency.manager': ['get', 'create', 'update', 'destroy', 'batch destroy', 'import', 'export'].map((verb) => `${verb} exchange rate`),
  },
  jobs: [scheduleJob('currency/record-rates', '7 * * * *', recordRates)],
  // The rates of the day, which the job has not recorded yet.
  seed: recordRates,
  admin: {
    menu: [{ section: 'settings', resource: 'exchange_rate', icon: 'dollar', order: 12, area: 'store' }],
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
