import type { StoreParts } from 'stoa/store'

/** Public pages of funnels. */
export const screens: StoreParts['screens'] = {
  'crm/funnel': () => import('./funnel/index.tsx'),
  'crm/on-page': () => import('./on-page/index.tsx'),
}
