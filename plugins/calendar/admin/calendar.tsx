import { CalendarPage } from './calendar-page.tsx'

/** Calendar of everything the account may see. */
export default function CalendarScreen() {
  return <CalendarPage scope="all" />
}
