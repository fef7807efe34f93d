import './forms.css'
import type { StoreParts } from 'stoa/store'

/** Pages of forms, and submissions in the account. */
export const screens: StoreParts['screens'] = {
  'forms/form': () => import('./form/index.tsx'),
  'forms/canvas': () => import('./canvas/index.tsx'),
  'forms/on-page': () => import('./on-page/index.tsx'),
  'forms/account-forms': () => import('./account-forms/index.tsx'),
}
