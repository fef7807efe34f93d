import type { OwnLeave } from '../../api-types.ts'

/** The values of the request form. Dates are empty until they are chosen. */
export interface RequestValues {
  type_id: number
  start_date: string
  end_date: string
  /** For a leave of one date: the part of it. */
  part: 'full' | 'am' | 'pm' | 'hours'
  /** For a leave of several dates. */
  start_half: 'full' | 'pm'
  end_half: 'full' | 'am'
  hours: string
  reason: string
}

/** A form with nothing chosen. */
export const emptyRequest: RequestValues = {
  type_id: 0,
  start_date: '',
  end_date: '',
  part: 'full',
  start_half: 'full',
  end_half: 'full',
  hours: '',
  reason: '',
}

/** The fields of the API by the values of the form; undefined while type or dates are missing. */
export function toRequestFields(values: RequestValues): Record<string, string> | undefined {
  const { type_id, start_date, part } = values
  const end_date = values.end_date === '' ? start_date : values.end_date
  if (type_id === 0 || start_date === '') return undefined
  const dates = { type_id: String(type_id), start_date, end_date }
  if (end_date !== start_date) return { ...dates, start_half: values.start_half, end_half: values.end_half }
  if (part === 'hours') return values.hours === '' ? undefined : { ...dates, hours: values.hours.replace(',', '.') }
  return { ...dates, start_half: part === 'pm' ? 'pm' : 'full', end_half: part === 'am' ? 'am' : 'full' }
}

/** The values of the form for a draft. */
export function toRequestValues({ type, start_date, end_date, start_half, end_half, hours, reason }: OwnLeave): RequestValues {
  const half = start_half === 'pm' ? 'pm' : end_half === 'am' ? 'am' : 'full'
  const part = start_date === end_date ? (hours === null ? half : 'hours') : 'full'
  return { type_id: type.id, start_date, end_date, part, start_half, end_half, hours: hours === null ? '' : String(hours), reason }
}
