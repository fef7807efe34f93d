import { definePlugin, offer } from 'stoa'
import { TAX_RULES } from 'stoa/plugins/sales'
import { gst, gstRule } from './rule.ts'

export default definePlugin({
  id: 'gst',
  requires: ['sales'],
  settings: [gst],
  offers: [offer(TAX_RULES, 'gst', gstRule)],
})
