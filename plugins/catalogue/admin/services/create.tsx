import { FormScreen } from '../../../../ui-admin/src/kit/index.ts'
import { useServices } from './subset.ts'

/** A new service product. */
export default function CreateService() {
  return <FormScreen name="product" mode="create" subset={useServices()} />
}
