import type { Locale } from '../wire.ts'

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

/** Answer of `GET /api/admin`. */
export interface Me {
  id: number
  name: string
  email: string
  language: Locale
  theme: 'system' | 'light' | 'dark'
  /** True until the one-time password was changed. */
  must_change_password: boolean
  /** Choices about the admin itself, by names the admin gives them. */
  preferences: Record<string, unknown>
  role: { id: number; name: string; permission_list: string[] }
}
