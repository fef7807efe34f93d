import { ListScreen } from '../../../../ui-admin/src/kit/index.ts'
import { useServiceLens } from './lens.ts'

/** The list of service products. */
export default function Services() {
  return <ListScreen name="product" lens={useServiceLens()} />
}
