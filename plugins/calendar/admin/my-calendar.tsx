import { CalendarPage } from './calendar-page.tsx'

/** Calendar of what belongs to the account: its tasks, shifts, leave, holidays and bookings. */
export default function MyCalendarScreen() {
  return <CalendarPage scope="mine" />
}
