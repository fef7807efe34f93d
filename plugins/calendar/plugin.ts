import { definePlugin } from 'stoa'
import { adminRoutes } from './routes/admin.ts'
import { feedRoutes } from './routes/feed.ts'
import { lookAtCalendar } from './services/feed.ts'
import { CALENDAR_SOURCES } from './services/sources.ts'

/** Calendar of dated records of all plugins. */
export default definePlugin({
  id: 'calendar',
  extensionPoints: [CALENDAR_SOURCES],
  permissions: [lookAtCalendar],
  presets: { 'calendar.viewer': [lookAtCalendar] },
  adminRoutes,
  storeRoutes: feedRoutes,
  admin: {
    sections: [{ id: 'today', order: 10, icon: 'home' }],
    menu: [{ section: 'today', to: 'calendar', label: 'calendar:menu.calendar', needs: lookAtCalendar, icon: 'calendar', order: 10 }],
    screens: [{ path: 'calendar', screen: 'calendar/calendar', needs: lookAtCalendar }],
  },
})
