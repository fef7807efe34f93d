import type { Row } from 'stoa/api-types'

/** A folder of the library, with its nesting depth. */
export interface Folder extends Row {
  name: string
  parent_id: number | null
  depth: number
}

/** A file of the library. */
export interface MediaFile extends Row {
  name: string
  folder_id: number | null
  path: string
  mime: string
  size: number
  width: number | null
  height: number | null
  created_at: string
}
