import { ByName } from './redirect-name-to-id.tsx'

/** A group of contacts, by its id or its name. */
export default function GroupEdit() {
  return <ByName resourceName="group" />
}
