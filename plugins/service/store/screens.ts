import './service.css'
import type { StoreParts } from 'stoa/store'

/** Pages of services and applications. */
export const screens: StoreParts['screens'] = {
  'service/list': () => import('./list/index.tsx'),
  'service/page': () => import('./page/index.tsx'),
  'service/application': () => import('./application/index.tsx'),
  'service/account-applications': () => import('./account-applications/index.tsx'),
  'service/apply-link': () => import('./apply-link/index.tsx'),
}
