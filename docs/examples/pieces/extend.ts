import { account, extendResource, f } from 'stoa'

/** Under `extend` in `plugin.ts`. */
export const staffWithRepairs = extendResource(account, {
  fields: { repairs_priced: f.int({ default: 0, readOnly: true, list: true, sheet: 'out' }) },
})
