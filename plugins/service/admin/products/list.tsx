import { ListScreen } from 'stoa/admin'
import { useServices } from './subset.ts'

/** The list of service products. */
export default function Services() {
  return <ListScreen name="product" subset={useServices()} />
}
