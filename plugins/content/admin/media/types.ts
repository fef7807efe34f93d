import type { Row } from '#core/wire'

/** A folder of the library, with how deep it stands. */
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

/** A size as people say it. */
export function sizeText(bytes: number, language: string): string {
  const big = bytes >= 1_048_576
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: big ? 1 : 0 })
  return big ? `${number.format(bytes / 1_048_576)} MB` : `${number.format(Math.max(1, bytes / 1_024))} KB`
}
