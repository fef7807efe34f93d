import { FormScreen, useResource } from 'stoa/admin'
import { useServices } from './subset.ts'

/** A service product; read-only without the permission to change it. */
export default function EditService() {
  const may = useResource('product')?.verbs.includes('update') === true
  return <FormScreen name="product" mode={may ? 'edit' : 'view'} subset={useServices()} />
}
