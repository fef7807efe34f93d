import { ByName } from './redirect-name-to-id.tsx'

/** A tag, by its id or its name. */
export default function TagEdit() {
  return <ByName resourceName="tag" />
}
