import type { ComponentType, ReactNode } from 'react'
import type { Column, FieldInfo, Row } from 'stoa/api-types'

/** Props of a table cell. */
export interface CellProps {
  column: Pick<Column, 'name' | 'widget' | 'options'>
  value: unknown
  row: Row
}

/** Props of a field with label, hint and error. */
export interface FieldInputProps {
  field: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** Path of the value in the form; the field's name at the top level. */
  path?: string
  placeholder?: string | undefined
  disabled?: boolean | undefined
  row?: Record<string, unknown> | undefined
  /** Content beside the label, such as a button. */
  aside?: ReactNode
  /** Input that replaces the one of the widget. */
  as?: ComponentType<InputProps> | undefined
}

/** Props of an input. Values stay as typed; `toWire` converts them for the server. */
export interface InputProps {
  id: string
  field: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** Path of the value in the form, such as `options.0.name`; errors use the same path. */
  path: string
  invalid: boolean
  describedBy?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Renders a field, for inputs that consist of fields. */
  Field: ComponentType<FieldInputProps>
  /** The row of the value, for the labels of relations. */
  row?: Record<string, unknown> | undefined
}
