import { ViewChoice } from './view-choice.tsx'

/** Link above the table back to the tree. */
export default function TableChoice() {
  return <ViewChoice view="table" />
}
