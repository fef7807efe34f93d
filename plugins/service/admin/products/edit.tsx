import { FormScreen, useResource } from 'stoa/admin'
import { useServices } from './subset.ts'

/** A service product, to be changed by those who may and read by the others. */
export default function EditService() {
  const may = useResource('product')?.verbs.includes('update') === true
  return <FormScreen name="product" mode={may ? 'edit' : 'view'} subset={useServices()} />
}
