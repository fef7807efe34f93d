import { definePlugin } from 'stoa'
import { adminRoutes } from './routes/admin.ts'
import { feedRoutes } from './routes/feed.ts'
import { CALENDAR_SOURCES, lookAtCalendar } from './services/sources.ts'

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
    menu: [
      { section: 'today', to: 'calendar', label: 'calendar:menu.calendar', needs: lookAtCalendar, icon: 'calendar', order: 10 },
      {
        section: 'today',
        to: 'my-calendar',
        label: 'calendar:menu.my_calendar',
        open: true,
        icon: 'calendar',
        order: 11,
        under: 'calendar',
      },
    ],
    screens: [
      { path: 'calendar', screen: 'calendar/calendar', needs: lookAtCalendar },
      { path: 'my-calendar', screen: 'calendar/my-calendar', open: true },
    ],
  },
})
