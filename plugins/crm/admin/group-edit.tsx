import { ByName } from './by-name.tsx'

/** A group of contacts, by its id or its name. */
export default function GroupEdit() {
  return <ByName resourceName="group" />
}
