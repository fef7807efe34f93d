import './people.css'
import type { StoreParts } from 'stoa/store'

/** Settings these pages read, beside the store's default ones. */
export const settings: StoreParts['settings'] = ['recaptcha']

/** Pages before sign-in, the account, and its link in the header. */
export const screens: StoreParts['screens'] = {
  'people/login': () => import('./login/index.tsx'),
  'people/register': () => import('./register/index.tsx'),
  'people/forgot': () => import('./forgot/index.tsx'),
  'people/sent': () => import('./sent/index.tsx'),
  'people/choose': () => import('./choose/index.tsx'),
  'people/validation': () => import('./validation/index.tsx'),
  'people/verify': () => import('./verify/index.tsx'),
  'people/resend': () => import('./resend/index.tsx'),
  'people/unsubscribe': () => import('./unsubscribe/index.tsx'),
  'people/account': () => import('./account/index.tsx'),
  'people/account-overview': () => import('./overview/index.tsx'),
  'people/account-profile': () => import('./profile/index.tsx'),
  'people/account-addresses': () => import('./addresses/index.tsx'),
  'people/account-timeline': () => import('./timeline/index.tsx'),
  'people/header': () => import('./header/index.tsx'),
}
