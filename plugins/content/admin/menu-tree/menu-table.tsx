import { ListScreen } from '../../../../ui-admin/src/kit/index.ts'

/** The menu as a flat table, with filters and batches. */
export default function MenuTable() {
  return <ListScreen name="menu" />
}
