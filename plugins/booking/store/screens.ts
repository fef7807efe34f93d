import './booking.css'
import './codes.css'
import './month.css'
import type { StoreParts } from 'stoa/store'

/** Store pages to book events and to manage bookings. */
export const screens: StoreParts['screens'] = {
  'booking/events': () => import('./category/index.tsx'),
  'booking/category': () => import('./category/index.tsx'),
  'booking/event': () => import('./event/index.tsx'),
  'booking/success': () => import('./success/index.tsx'),
  'booking/waiting': () => import('./waiting/index.tsx'),
  'booking/manage': () => import('./manage/index.tsx'),
  'booking/account-bookings': () => import('./account-bookings/index.tsx'),
  'booking/of-order': () => import('./of-order/index.tsx'),
}
