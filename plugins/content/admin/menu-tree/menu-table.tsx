import { ListScreen } from 'stoa/admin'

/** The menu as a flat table, with filters and bulk actions. */
export default function MenuTable() {
  return <ListScreen name="menu" />
}
