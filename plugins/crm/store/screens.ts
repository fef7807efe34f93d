import type { StoreParts } from 'stoa/store'

/** Pages by which visitors come into a funnel. */
export const screens: StoreParts['screens'] = {
  'crm/funnel': () => import('./funnel/index.tsx'),
  'crm/on-page': () => import('./on-page/index.tsx'),
}
