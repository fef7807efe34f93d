import { ListScreen } from '../../../../ui-admin/src/kit/index.ts'
import { useServices } from './subset.ts'

/** The list of service products. */
export default function Services() {
  return <ListScreen name="product" subset={useServices()} />
}
