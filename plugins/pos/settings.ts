import { defineSettings, f } from 'stoa'

/** Cash rules of the point of sale. */
export const posRules = defineSettings({
  group: 'pos',
  order: 58,
  area: 'selling',
  icon: 'dollar',
  fields: {
    cash_method: f.key({ default: 'cash' }),
    coin: f.pick(['currency', '0.01', '0.05', '0.10', '0.50', '1.00', '5.00', '10.00'], { default: 'currency' }),
    tolerance: f.money({ default: '20.00', min: 0 }),
    most_off: f.percent({ default: '10', min: 0, max: 100 }),
    most_back: f.money({ default: '1000.00', min: 0 }),
    receipt_header: f.area({ localized: true, default: '', maxLength: 500 }),
    receipt_footer: f.area({ localized: true, default: '', maxLength: 500 }),
  },
})
