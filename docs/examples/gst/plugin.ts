import { definePlugin, contribute } from 'stoa'
import { TAX_RULES } from 'stoa/plugins/sales'
import { gst, gstRule } from './rule.ts'

export default definePlugin({
  id: 'gst',
  requires: ['sales'],
  settings: [gst],
  contributions: [contribute(TAX_RULES, 'gst', gstRule)],
})
