import type { ComponentType, ReactNode } from 'react'
import type { Column, FieldInfo, Row } from 'stoa/api-types'

/** What a table cell gets. */
export interface CellProps {
  column: Pick<Column, 'name' | 'widget' | 'options'>
  value: unknown
  row: Row
}

/** What a field with its label, hint and error is made of. */
export interface FieldInputProps {
  field: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** Place of the value in the form; the field's name when it stands at the top. */
  path?: string
  placeholder?: string | undefined
  disabled?: boolean | undefined
  row?: Record<string, unknown> | undefined
  /** Beside the label, for example a button. */
  aside?: ReactNode
  /** Another input than the one of the widget. */
  as?: ComponentType<InputProps> | undefined
}

/** What an input gets. Values are kept as typed; `toWire` turns them into what the server wants. */
export interface InputProps {
  id: string
  field: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** Place of the value in the form, such as `options.0.name`; errors are found by it. */
  path: string
  invalid: boolean
  describedBy?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Draws a whole field, for inputs that are made of fields themselves. */
  Field: ComponentType<FieldInputProps>
  /** The row the value belongs to, for the labels of relations. */
  row?: Record<string, unknown> | undefined
}
