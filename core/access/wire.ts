/** One permission, taken apart: `batch update product` is `batch update` on `product`. Labels are in the reader's language. */
export interface Right {
  name: string
  action: string
  resource: string
  label: string
  resourceLabel: string
}

/** Answer of `GET /api/admin/permissions`. Groups are the sections of the menu. */
export interface Rights {
  data: { group: string; groupLabel: string; entries: Right[] }[]
  presets: { name: string; label: string; group: string; permissions: string[] }[]
  /** Fields whose writing needs a permission beside that of their resource. */
  special: { what: string; needs: string }[]
}
