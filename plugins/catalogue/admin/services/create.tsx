import { FormScreen } from '../../../../ui-admin/src/kit/index.ts'
import { useServiceLens } from './lens.ts'

/** A new service product. */
export default function CreateService() {
  return <FormScreen name="product" mode="create" lens={useServiceLens()} />
}
