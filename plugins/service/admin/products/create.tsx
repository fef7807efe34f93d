import { FormScreen } from 'stoa/admin'
import { useServices } from './subset.ts'

/** A new service product. */
export default function CreateService() {
  return <FormScreen name="product" mode="create" subset={useServices()} />
}
